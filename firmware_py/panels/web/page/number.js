// @ts-check
// A number that the box asks for, typed: dialled with every key, entered with Enter.

import { Keypad } from "./keypad.js";

const at = (id) => document.getElementById(id);
const WHOLE = /^[-+\u2212]?\d{1,9}$/; // phones have a minus of their own

export class NumberField {
  #link;
  #keypad;
  #asked = null;
  #mayAct = false;
  #sent = null; // the number that was dialled from here
  #isShown = false; // and the box shows it
  #hadFocus = false;

  constructor(link, words) {
    this.#link = link;
    this.#keypad = new Keypad(at("number_form"), at("number"), () => this.#typed(), words);
    at("number").addEventListener("input", () => this.#typed());
    at("number_form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (at("number").value.trim()) this.#send("enter");
      else at("number").focus();
    });
    at("number_sign").addEventListener("click", () => {
      const { value } = at("number");
      at("number").value = /^[-\u2212]/.test(value) ? value.slice(1) : `-${value}`;
      at("number").focus();
      this.#typed();
    });
  }

  allow(mayAct) {
    this.#mayAct = mayAct;
    this.#draw();
  }

  take(asked) {
    const isOther = asked?.code !== this.#asked?.code;
    this.#asked = asked;
    if (asked && !isOther) this.#compare(asked.value);
    if (isOther) this.#clear();
    this.#draw();
  }

  // Somebody turned the knob: what stands here is not what the next press enters.
  #compare(value) {
    if (this.#sent === null) return;
    if (value === this.#sent) this.#isShown = true;
    else if (this.#isShown) this.#clear();
  }

  #clear() {
    at("number").value = "";
    this.#sent = null;
    this.#isShown = false;
    this.#mark(true);
  }

  #draw() {
    const asked = this.#mayAct ? this.#asked : null;
    const form = at("number_form");
    if (!asked && !form.hidden) this.#hadFocus = document.activeElement === at("number");
    const comes = asked && form.hidden;
    form.hidden = !asked;
    document.body.classList.toggle("number", Boolean(asked));
    if (!asked) return;
    form.dataset.asked = asked.code;
    at("number_says").textContent = asked.says;
    at("number").placeholder = asked.value ?? "";
    at("number_sign").hidden = asked.low >= 0;
    this.#keypad.draw(asked);
    this.#drawWhy(asked.why);
    // Who types, goes on typing; nobody else gets a keyboard over the picture.
    if (comes && this.#hadFocus && document.activeElement === document.body) at("number").focus();
  }

  // Why not stands where somebody types: what is told below the picture may be out of sight.
  #drawWhy(why) {
    const isNew = why && why !== at("number_why").textContent;
    at("number_why").textContent = why;
    at("number_why").hidden = !why;
    if (why) this.#mark(false);
    if (isNew) at("number_form").scrollIntoView({ block: "nearest" });
  }

  // Say whether a text is told here already.
  tells(text) {
    return Boolean(text) && !at("number_form").hidden && text === this.#asked?.why;
  }

  #typed() {
    const text = at("number").value.trim();
    const value = WHOLE.test(text) ? Number(text.replace("\u2212", "-")) : null;
    const isFine = value !== null && value >= this.#asked.low && value <= this.#asked.high;
    this.#mark(isFine || text === "" || /^[-\u2212]$/.test(text));
    if (!isFine) return;
    this.#sent = value;
    this.#isShown = value === this.#asked.value;
    this.#send("dial");
  }

  #mark(isFine) {
    at("number").setAttribute("aria-invalid", String(!isFine));
  }

  #send(what) {
    if (!this.#asked) return;
    const text = `${this.#asked.code} ${at("number").value.trim().slice(0, 20)}`;
    this.#link.send({ kind: "want", what, text });
  }
}
