// @ts-check
// Knob and buttons, by pointer, wheel and keys. The box itself tells a press from a hold.

const DETENT_DEGREES = 18;
const DETENT_PIXELS = 16; // a drag that begins in the middle of the knob goes straight
const SLOP_PIXELS = 7; // a finger that presses is never quite still
const OFF_BUTTON_PIXELS = 30;
const NOTCH_PIXELS = 50; // what a mouse wheel moves at least at once; a touch pad moves less
const PAD_PIXELS = 32;
const LINE_PIXELS = 34;
const SEND_EVERY_MS = 40;
const PAGE_STEPS = 5;
const STEPS_AT_MOST = 64;

const TURNS = {
  ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: PAGE_STEPS, PageUp: -PAGE_STEPS,
};
const SHORTCUTS = "tablemate-shortcuts";
const KEYS = { Enter: "knob", " ": "knob", b: "back", w: "why", u: "undo", Escape: "back", Backspace: "back" };

export class Controls {
  #link;
  #refused;
  #allowed = false;
  #down = new Set();
  #keys = new Map();
  #steps = 0;
  #sentAt = 0;
  #timer = 0;
  #angle = 0;
  #wheel = 0;
  #pressedAt = -Infinity;
  #elements = {};

  constructor(link, refused) {
    this.#link = link;
    this.#refused = refused;
    for (const name of ["knob", "back", "why", "undo"]) {
      this.#elements[name] = document.getElementById(name);
    }
    for (const name of ["back", "why", "undo"]) this.#makeButton(name);
    this.#makeKnob();
    this.#makeNudge("turn_left", -1);
    this.#makeNudge("turn_right", 1);
    for (const element of [this.#elements.knob, document.getElementById("screen")]) {
      element.addEventListener("wheel", (event) => this.#roll(event), { passive: false });
    }
    for (const element of document.querySelectorAll("[data-act]")) {
      element.addEventListener("click", () => this.#once(element.dataset.act));
    }
    for (const element of document.querySelectorAll("[data-turn]")) {
      element.addEventListener("click", () => this.turn(Number(element.dataset.turn)));
    }
    for (const element of document.querySelectorAll("[data-hold]")) {
      element.addEventListener("click", () => this.#hold(element.dataset.hold));
    }
    this.#switchShortcuts(localStorage.getItem(SHORTCUTS) !== "off");
    document.getElementById("shortcuts").addEventListener("click", () => {
      this.#switchShortcuts(document.body.dataset.keys === "off");
    });
    document.getElementById("picture").addEventListener("wheel", (event) => {
      if (event.shiftKey) this.#roll(event);
    }, { passive: false });
    document.addEventListener("keydown", (event) => this.#keyDown(event));
    document.addEventListener("keyup", (event) => this.#keyUp(event));
    for (const type of ["blur", "pagehide"]) addEventListener(type, () => this.letGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.letGo());
  }

  allow(allowed) {
    if (this.#allowed && !allowed) this.letGo();
    this.#allowed = allowed;
    document.getElementById("box").classList.toggle("look", !allowed);
    for (const element of document.querySelectorAll("#box button")) {
      element.setAttribute("aria-disabled", String(!allowed));
    }
  }

  // Letters alone are shortcuts: who speaks to the computer, or types by accident, turns them off.
  #switchShortcuts(isOn) {
    document.body.dataset.keys = isOn ? "on" : "off";
    document.getElementById("shortcuts").setAttribute("aria-pressed", String(isOn));
    localStorage.setItem(SHORTCUTS, isOn ? "on" : "off");
  }

  #once(name) {
    this.#press(name);
    this.#release(name);
  }

  // Where nothing can be held, a button of its own means the hold.
  #hold(name) {
    if (!this.#allowed) return this.#refused();
    this.#flush();
    this.#link.send({ kind: "hold", control: name });
  }

  letGo() {
    for (const name of [...this.#down]) this.#release(name, false);
    this.#keys.clear();
  }

  #press(name) {
    if (!this.#allowed) return this.#refused();
    if (this.#down.has(name)) return;
    this.#down.add(name);
    this.#elements[name].classList.add("down");
    this.#flush();
    this.#link.send({ kind: "edge", control: name, down: true });
  }

  #release(name, counts = true) {
    if (!this.#down.delete(name)) return;
    this.#elements[name].classList.remove("down");
    this.#link.send(counts ? { kind: "edge", control: name, down: false } : { kind: "cancel", control: name });
  }

  turn(steps) {
    if (!this.#allowed) return this.#refused();
    document.body.dataset.hand = "keys"; // the cursor is looked at
    this.#steps += steps;
    this.#angle += steps * DETENT_DEGREES;
    this.#elements.knob.style.setProperty("--angle", `${this.#angle}deg`);
    clearTimeout(this.#timer);
    const wait = this.#sentAt + SEND_EVERY_MS - performance.now();
    if (wait <= 0) this.#flush();
    else this.#timer = setTimeout(() => this.#flush(), wait);
  }

  #flush() {
    clearTimeout(this.#timer);
    const steps = Math.max(-STEPS_AT_MOST, Math.min(STEPS_AT_MOST, this.#steps));
    this.#steps = 0;
    this.#sentAt = performance.now();
    if (steps) this.#link.send({ kind: "turn", steps });
  }

  #makeButton(name) {
    const element = this.#elements[name];
    const isOff = ({ clientX, clientY }) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return clientX < left - OFF_BUTTON_PIXELS || clientX > right + OFF_BUTTON_PIXELS ||
        clientY < top - OFF_BUTTON_PIXELS || clientY > bottom + OFF_BUTTON_PIXELS;
    };
    this.#watchPointer(element, name, {
      up: (event) => this.#release(name, !isOff(event)),
    });
  }

  #makeKnob() {
    const element = this.#elements.knob;
    let start = null;
    this.#watchPointer(element, "knob", {
      down: (event) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const centre = { x: left + width / 2, y: top + height / 2 };
        const [dx, dy] = [event.clientX - centre.x, event.clientY - centre.y];
        const isRim = Math.hypot(dx, dy) > width * 0.24;
        start = { x: event.clientX, y: event.clientY, centre, isRim, angle: Math.atan2(dy, dx), rest: 0, isDrag: false };
      },
      move: (event) => {
        if (!start) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        if (!start.isDrag && Math.hypot(dx, dy) < SLOP_PIXELS) return;
        if (!start.isDrag) this.#release("knob", false);
        start.isDrag = true;
        this.#drag(start, event);
        if (event.pointerType !== "touch") event.preventDefault();
      },
      up: () => {
        start = null;
        this.#release("knob");
      },
    });
  }

  #drag(start, { clientX, clientY, pointerType }) {
    if (start.isRim) {
      const angle = Math.atan2(clientY - start.centre.y, clientX - start.centre.x);
      let degrees = ((angle - start.angle) * 180) / Math.PI;
      if (degrees > 180) degrees -= 360;
      if (degrees < -180) degrees += 360;
      start.angle = angle;
      start.rest += degrees / DETENT_DEGREES;
    } else {
      start.rest += (clientX - start.x + clientY - start.y) / DETENT_PIXELS;
      start.x = clientX;
      start.y = clientY;
    }
    const steps = Math.trunc(start.rest);
    if (!steps) return;
    start.rest -= steps;
    this.turn(steps);
    if (pointerType === "touch") navigator.vibrate?.(5);
  }

  #watchPointer(element, name, { down = null, move = null, up }) {
    let pointer = null;
    element.addEventListener("pointerdown", (event) => {
      if (pointer !== null || event.button !== 0) return;
      pointer = event.pointerId;
      this.#pressedAt = performance.now();
      element.setPointerCapture(pointer);
      down?.(event);
      this.#press(name);
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerId === pointer) move?.(event);
    });
    element.addEventListener("pointerup", (event) => {
      if (event.pointerId !== pointer) return;
      pointer = null;
      this.#pressedAt = performance.now();
      up(event);
    });
    for (const type of ["pointercancel", "lostpointercapture"]) {
      element.addEventListener(type, (event) => {
        if (event.pointerId !== pointer) return;
        pointer = null;
        this.#release(name, false);
      });
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // Screen readers click without touching.
    element.addEventListener("click", () => {
      if (performance.now() - this.#pressedAt < 1000) return;
      this.#press(name);
      this.#release(name);
    });
    element.addEventListener("blur", () => this.#release(name, false));
  }

  #makeNudge(id, step) {
    document.getElementById(id).addEventListener("click", () => this.turn(step));
  }

  #roll(event) {
    if (event.ctrlKey || event.metaKey) return; // that is the browser's zoom
    event.preventDefault();
    const delta = Math.abs(event.deltaY) >= Math.abs(event.deltaX) ? event.deltaY : event.deltaX;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? delta : delta * LINE_PIXELS;
    if (Math.abs(pixels) >= NOTCH_PIXELS) {
      this.#wheel = 0;
      return this.turn(Math.sign(pixels) * Math.max(1, Math.round(Math.abs(pixels) / 120)));
    }
    if (Math.sign(pixels) !== Math.sign(this.#wheel)) this.#wheel = 0;
    this.#wheel += pixels;
    const steps = Math.trunc(this.#wheel / PAD_PIXELS);
    this.#wheel -= steps * PAD_PIXELS;
    if (steps) this.turn(steps);
  }

  #keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // An empty field for a number leaves the knob its keys; only deleting goes no further.
    const isIdle = event.target.id === "number" && !event.target.value && event.key !== "Backspace";
    if (!isIdle && event.target.matches("input, select, textarea, summary, .plain")) return;
    if (document.body.dataset.view === "desk") return;
    if (event.key.length === 1 && event.key !== " " && document.body.dataset.keys === "off") return;
    // A button that was reached by keys is pressed by Enter, whatever it is.
    const isPressed = event.key === "Enter" || event.key === " ";
    if (isPressed && event.target.matches("button") && !(event.target.id in this.#elements)) return;
    if (event.key.toLowerCase() === "m" && !event.repeat) {
      event.preventDefault();
      return this.#hold("knob");
    }
    const steps = TURNS[event.key];
    if (steps) {
      event.preventDefault();
      if (event.target.matches("button") && !(event.target.id in this.#elements)) event.target.blur(); // Enter is the knob's again
      this.turn(steps);
      return;
    }
    const name = this.#nameOf(event);
    if (!name) return;
    event.preventDefault();
    if (event.repeat || this.#keys.has(event.code)) return;
    this.#keys.set(event.code, name);
    this.#press(name);
  }

  #keyUp(event) {
    const name = this.#keys.get(event.code);
    if (!name) return;
    event.preventDefault();
    this.#keys.delete(event.code);
    this.#release(name);
  }

  #nameOf({ key, target }) {
    const name = KEYS[key.length === 1 ? key.toLowerCase() : key];
    if (key !== "Enter" && key !== " ") return name;
    if (target.matches(".nudge")) return null;
    return target.id in this.#elements ? target.id : name;
  }
}
