// @ts-check
// Starts the page: what did not arrive is fetched again, and the page says so meanwhile.
// It is named twice in index.html, so that it may fail once itself.

(() => {
  const WAITS_MS = [100, 400, 1000, 2000, 4000];
  const SAYS = {
    en: "The page did not arrive completely. Trying again …",
    fr: "La page n’est pas arrivée en entier. Nouvel essai …",
    it: "La pagina non è arrivata per intero. Nuovo tentativo …",
  };

  const root = document.documentElement;
  if (root.dataset.boots) return;
  root.dataset.boots = "yes";

  const say = () => {
    const language = navigator.language.slice(0, 2);
    const place = document.getElementById("status");
    if (place) place.textContent = SAYS[/** @type {keyof typeof SAYS} */ (language)] ?? SAYS.en;
  };

  // An address that failed is not asked for again by a browser: each try has another one.
  /** @param {(again: string) => HTMLElement} make */
  const fetchAgain = (make, tries = 0) => {
    const element = make(tries ? `?again=${tries}` : "");
    element.addEventListener("error", () => {
      element.remove();
      say();
      setTimeout(() => fetchAgain(make, tries + 1), WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]);
    });
    document.head.append(element);
  };

  // The rules of a sheet that failed may not even be read.
  /** @param {HTMLLinkElement} link */
  const hasRules = (link) => {
    try {
      return Boolean(link.sheet?.cssRules.length);
    } catch {
      return false;
    }
  };

  fetchAgain((again) => Object.assign(document.createElement("script"), { type: "module", src: `app.js${again}` }));
  addEventListener("load", () => {
    for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"))) {
      if (hasRules(link)) continue;
      const path = link.getAttribute("href");
      fetchAgain((again) => Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${path}${again || "?again=0"}` }));
      link.remove();
    }
  });
})();
