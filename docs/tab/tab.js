// @ts-check
// Takes the place of the server: the page's sockets lead to a box that runs in this very browser.

(() => {
  const GOING_AWAY = 1001;
  const SAYS = {
    en: { loading: "Loading the box: 6 MB, once.", busy: "The box is open in another tab. Close that one to go on here.", failed: "The box cannot start in this browser: {why}" },
    fr: { loading: "Chargement du boîtier : 6 Mo, une seule fois.", busy: "Le boîtier est ouvert dans un autre onglet. Fermez-le pour continuer ici.", failed: "Le boîtier ne peut pas démarrer dans ce navigateur : {why}" },
    it: { loading: "Caricamento del dispositivo: 6 MB, una volta sola.", busy: "Il dispositivo è aperto in un’altra scheda. Chiudetela per continuare qui.", failed: "Il dispositivo non può partire in questo browser: {why}" },
  };
  const words = SAYS[/** @type {keyof typeof SAYS} */ (navigator.language.slice(0, 2))] ?? SAYS.en;

  /** @type {Worker | null} */
  let worker = null;
  /** @type {Promise<any>} */
  let ended = Promise.resolve();

  /** @param {string} text */
  const say = (text) => {
    const show = () => {
      const place = document.getElementById("status");
      if (place) place.textContent = text;
    };
    if (document.body) show();
    else addEventListener("DOMContentLoaded", show, { once: true });
  };

  // Two boxes over the same kept files would overwrite each other: the second tab waits.
  const alone = new Promise((begin) => {
    const hold = () => new Promise(() => begin(null));
    if (!navigator.locks) return begin(null);
    navigator.locks.request("tablemate-box", { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      say(words.busy);
      navigator.locks.request("tablemate-box", hold);
      return null;
    });
  });

  // Once the files are kept, Tablemate needs no network.
  const keepFiles = () => navigator.serviceWorker?.register("service_worker.js").catch(() => {});

  // After Quit the box puts its files away; only then may the next one read them.
  let ready = alone;

  const start = () => {
    const made = new Worker("box_worker.js", { type: "module", name: "box" });
    ended = new Promise((done) => {
      made.onmessage = ({ data }) => {
        if (data.picture) keepFiles();
        if (data.failed) say(words.failed.replace("{why}", data.failed));
        if (!data.ended) return;
        made.terminate();
        worker = null;
        done(null);
      };
    });
    made.onerror = ({ message }) => say(words.failed.replace("{why}", message));
    return made;
  };

  // As much of a WebSocket as the page uses.
  class PortSocket {
    /** @type {number} */
    readyState = WebSocket.CONNECTING;
    binaryType = "arraybuffer";
    /** @type {(() => void) | null} */
    onopen = null;
    /** @type {((event: { data: any }) => void) | null} */
    onmessage = null;
    /** @type {((event: { code: number }) => void) | null} */
    onclose = null;
    #channel = new MessageChannel();

    /** @param {string} path */
    constructor(path) {
      this.#channel.port1.onmessage = ({ data }) => this.#hear(data);
      ready.then(() => {
        worker ??= start();
        worker.postMessage({ path, port: this.#channel.port2 }, [this.#channel.port2]);
      });
    }

    /** @param {any} data */
    send(data) {
      if (this.readyState === WebSocket.OPEN) this.#channel.port1.postMessage({ data });
    }

    close(code = 1000) {
      if (this.readyState === WebSocket.CLOSED) return;
      this.readyState = WebSocket.CLOSED;
      this.#channel.port1.postMessage({ gone: true });
      this.#channel.port1.close();
      setTimeout(() => this.onclose?.({ code }));
    }

    /** @param {any} said */
    #hear(said) {
      if (this.readyState === WebSocket.CLOSED) return;
      if (said.open) {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      } else if (said.code) {
        if (said.code === GOING_AWAY) ready = ended;
        this.close(said.code);
      }
      else this.onmessage?.({ data: said.data });
    }
  }

  say(words.loading);
  alone.then(() => (worker ??= start()));
  globalThis.boxInTab = { connect: (path) => /** @type {any} */ (new PortSocket(path)) };
})();
