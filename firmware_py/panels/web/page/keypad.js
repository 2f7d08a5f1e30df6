// @ts-check
// Keys for a number at the thumb: on a touch screen they stand in the place of the keyboard.

import { el } from "./dom.js";

const TOUCH = matchMedia("(pointer: coarse)");
const ROWS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "±", "0", "⌫"];

export class Keypad {
  #field;
  #typed;
  #words;
  #frame = 0;
  #keys = el("div", { className: "keypad", role: "group" });
  #next = el("button", { className: "key_next", type: "submit" });

  // `typed` is called after every key, as the field's own input event would be.
  constructor(form, field, typed, words) {
    this.#field = field;
    this.#typed = typed;
    this.#words = words;
    this.#keys.append(...ROWS.map((key) => this.#make(key)), this.#next);
    form.append(this.#keys);
    TOUCH.addEventListener("change", () => this.#fit());
    const around = new ResizeObserver(() => this.#measure(form));
    for (const part of [form, document.getElementById("acts"), document.getElementById("stage")]) around.observe(part);
    addEventListener("resize", () => this.#measure(form));
    // The picture comes after the question.
    new MutationObserver(() => this.#show()).observe(document.getElementById("picture"), { childList: true, subtree: true });
    this.#fit();
  }

  draw({ low, says }) {
    const words = this.#words;
    this.#keys.setAttribute("aria-label", says);
    this.#next.textContent = words.next_number ?? "";
    for (const [key, word] of [["±", "sign"], ["⌫", "rub_out"]]) {
      this.#key(key).setAttribute("aria-label", words[word] ?? key);
    }
    this.#key("±").disabled = low >= 0;
    this.#show();
  }

  #key(key) {
    return this.#keys.querySelector(`[data-key="${key}"]`);
  }

  #make(key) {
    const button = el("button", { className: "key_digit", type: "button" }, key);
    button.dataset.key = key;
    button.addEventListener("click", () => this.#press(key));
    return button;
  }

  #press(key) {
    const { value } = this.#field;
    if (key === "⌫") this.#field.value = value.slice(0, -1);
    else if (key === "±") this.#field.value = /^[-\u2212]/.test(value) ? value.slice(1) : `-${value}`;
    else if (value.length < this.#field.maxLength) this.#field.value = value + key;
    this.#typed();
  }

  // The keyboard of the system would cover the sheet.
  #fit() {
    this.#field.inputMode = TOUCH.matches ? "none" : "numeric";
  }

  // What is left for the sheet between what stands above it and the keys.
  #measure(form) {
    const { top } = document.getElementById("stage").getBoundingClientRect();
    const acts = document.getElementById("acts").offsetHeight;
    const room = innerHeight - (top + scrollY) - form.offsetHeight - acts - 8;
    const { style } = document.documentElement;
    style.setProperty("--sheet-room", `${Math.max(Math.round(room), 150)}px`);
    style.setProperty("--acts-height", `${acts}px`);
    this.#show();
  }

  // The cell that is asked for stays in sight, whatever the rest of the page does.
  #show() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const stage = document.getElementById("stage");
      const cell = stage.querySelector("#picture .cursor");
      if (!cell) return;
      const box = stage.getBoundingClientRect();
      const { top, bottom, left, right } = cell.getBoundingClientRect();
      stage.scrollBy({
        top: top < box.top ? top - box.top - 8 : bottom > box.bottom ? bottom - box.bottom + 8 : 0,
        left: left < box.left ? left - box.left - 8 : right > box.right ? right - box.right + 8 : 0,
      });
    });
  }
}
