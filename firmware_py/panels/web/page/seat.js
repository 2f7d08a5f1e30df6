// @ts-check
// The seat whose hand this phone shows. A claim, kept here, gets it back after a reload.

import { el } from "./dom.js";

const KEY = "tablemate-claim";
const at = (id) => document.getElementById(id);

// Random, because whoever has it sees the hand.
function claim() {
  let kept = localStorage.getItem(KEY);
  if (!kept) {
    kept = [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
    localStorage.setItem(KEY, kept);
  }
  return kept;
}

export class PhoneSeat {
  #link;
  #words;
  #say;
  #seat = null;
  #mayAct = false;
  #phones = [];

  constructor(link, words, say) {
    this.#link = link;
    this.#words = words;
    this.#say = say;
  }

  allow(mayAct) {
    this.#mayAct = mayAct;
    this.draw(this.#phones);
  }

  // Whoever held a seat before asks for it; others tell nothing.
  claim() {
    if (localStorage.getItem(KEY)) this.#want({});
  }

  hear({ seat, says }) {
    this.have(seat);
    if (says) this.#say(says);
  }

  have(seat) {
    this.#seat = seat;
    this.draw(this.#phones);
  }

  draw(phones) {
    this.#phones = phones;
    const own = phones.find(({ seat }) => seat === this.#seat);
    const free = own || !this.#mayAct ? [] : phones.filter(({ taken }) => !taken);
    at("hand_of").hidden = !own;
    at("hand_of").textContent = own ? (this.#words.hand_of ?? "").replace("{name}", () => own.name) : "";
    at("take_hand").hidden = !free.length;
    at("take_hand").replaceChildren(el("span", {}, this.#words.hand_here ?? ""), ...free.map(({ seat, name }) => {
      const take = el("button", { type: "button", className: "plain" }, name);
      take.addEventListener("click", () => this.#want({ seat }));
      return take;
    }));
  }

  #want(more) {
    this.#link.send({ kind: "want", what: "seat", text: JSON.stringify({ claim: claim(), ...more }) });
  }
}
