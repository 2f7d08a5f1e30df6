// @ts-check
// Which view is open: the table, the box, or the desk; full screen; shortcut keys.

const VIEW = "tablemate-view";
const LETTERS = 10; // so wide is what is measured
const SIDE_PIXELS = 600;
const SIDE_LETTERS = 40;
const LOW_LETTERS = 30;
const THIN_LETTERS = 26;
const at = (id) => document.getElementById(id);

export class Views {
  #link;
  #words;
  #pairing;
  #desk = null;
  #has = false;
  #view = "box";

  constructor(link, words, pairing) {
    this.#link = link;
    this.#words = words;
    this.#pairing = pairing;
    for (const button of document.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.open(button.dataset.go, true));
    }
    this.#measure();
    addEventListener("resize", () => this.#measure());
    new ResizeObserver(() => this.#measure()).observe(at("letter"));
    at("whole").hidden = !document.fullscreenEnabled;
    at("whole").addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    });
    document.addEventListener("fullscreenchange", () => {
      at("whole").setAttribute("aria-pressed", String(Boolean(document.fullscreenElement)));
    });
    // A click with a mouse or finger leaves Enter to the knob.
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button && event.detail && !button.closest("form")) button.blur();
    });
  }

  // How much room there is, in letters as large as the reader has them: media queries do not know.
  #measure() {
    const letter = at("letter").offsetWidth / LETTERS;
    const [width, height] = [innerWidth / letter, innerHeight / letter];
    const isSide = innerWidth >= innerHeight && innerWidth >= SIDE_PIXELS && width >= SIDE_LETTERS;
    const room = [isSide ? "side" : "stack"];
    if (height < LOW_LETTERS) room.push("low");
    if (width < THIN_LETTERS) room.push("thin");
    document.body.dataset.room = room.join(" ");
  }

  // A box that runs a game tells its table; a test picture does not.
  hasTable() {
    if (this.#has) return;
    this.#has = true;
    at("bar").hidden = false;
    const kept = localStorage.getItem(VIEW);
    this.open(kept === "box" && at("to_hall").hidden ? "box" : "table");
  }

  allow(mayAct) {
    document.querySelector('[data-go="desk"]').hidden = !mayAct;
    if (!mayAct && this.#view === "desk") this.open("table");
  }

  async open(view, isWanted = false) {
    this.#view = view;
    if (isWanted && view !== "desk") localStorage.setItem(VIEW, view);
    document.body.dataset.view = view;
    for (const name of ["table", "box", "desk"]) at(name).hidden = name !== view;
    for (const button of document.querySelectorAll("[data-go]")) {
      button.setAttribute("aria-current", String(button.dataset.go === view));
    }
    // There is one display: it stands in the box, and in the table where only it can say something.
    const home = view === "box" ? at("box") : at("display");
    if (at("window").parentElement !== home) {
      if (view === "box") at("box").querySelector(".plate").after(at("window"));
      else home.append(at("window"));
    }
    if (view === "table") at("moves").scrollTop = at("moves").scrollHeight; // it has a height now
    if (view === "table") document.querySelector(".side").append(document.querySelector(".keys"));
    else document.body.append(document.querySelector(".keys"));
    if (view !== "desk") return;
    if (!this.#desk) {
      const { Desk } = await import("./desk.js");
      this.#desk = new Desk(at("desk"), this.#link, this.#words, () => this.#pairing.token);
    }
    this.#desk.show();
  }

  translate() {
    this.#desk?.show();
  }

  hear(what, value) {
    this.#desk?.hear(what, value);
  }

  // Something that was wanted cannot be had; false: it was not for the desk.
  fail(what, why) {
    return this.#view === "desk" && this.#desk?.fail(what, why);
  }
}
