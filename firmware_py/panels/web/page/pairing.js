// @ts-check
// Pairing: ask the box for a code, type it here, keep the token until the table revokes it.

const KEY = "tablemate-token";
const WATCHES = "tablemate-watches";

export class Pairing {
  #link;
  #words;
  #card = document.getElementById("pairing");
  #ask = document.getElementById("ask");
  #form = document.getElementById("code_form");
  #code = document.getElementById("code");
  #says = document.getElementById("says");
  #again = document.getElementById("pair_again");
  #isNeeded = false;
  #timer = 0;
  #secret = "";
  #could = false;
  #isAsked = false;

  constructor(link, words) {
    this.#link = link;
    this.#words = words;
    this.#takeSecret();
    addEventListener("hashchange", () => {
      this.#takeSecret();
      if (this.#isNeeded) this.greet();
    });
    this.#ask.addEventListener("click", () => link.send({ kind: "pair" }));
    // Who only watches gets the room of the card, and a small way back to it.
    document.getElementById("only_watch").addEventListener("click", () => this.#watch(true));
    document.getElementById("open_request").addEventListener("click", () => link.send({ kind: "want", what: "open_request", text: "" }));
    this.#again.addEventListener("click", () => this.#watch(false));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      link.send({ kind: "code", code: this.#code.value.trim() });
    });
    this.#code.addEventListener("input", () => {
      this.#code.value = this.#code.value.replace(/[^0-9]/g, "");
    });
  }

  get token() {
    return localStorage.getItem(KEY) ?? "";
  }

  // The QR code on the box has a secret behind the address; it serves once, and is not kept.
  #takeSecret() {
    this.#secret = /^#([A-Z2-7]{16})$/.exec(location.hash)?.[1] ?? "";
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }

  // A page says first whether it was paired, after a reload and after a loss.
  greet() {
    this.#could = false; // a page that has just come back may act once its token was read
    const secret = this.#secret;
    this.#secret = "";
    if (secret) this.#link.send({ kind: "scan", secret });
    else this.#link.send({ kind: "token", token: this.token });
  }

  show(isNeeded) {
    this.#isNeeded = isNeeded;
    if (isNeeded && this.#could) this.#say(this.#words.revoked);
    this.#could = !isNeeded;
    this.asks(isNeeded ? false : this.#isAsked);
    const watches = localStorage.getItem(WATCHES) === "yes";
    this.#card.hidden = !isNeeded || watches;
    this.#again.hidden = !isNeeded || !watches;
    if (!isNeeded) this.#fold();
  }

  // Another page asks to pair: pages that may act see it, and can open it on the box.
  asks(isAsked) {
    this.#isAsked = Boolean(isAsked);
    const place = document.getElementById("asks_to_pair");
    place.hidden = !isAsked || this.#isNeeded;
  }

  #watch(isWanted) {
    localStorage.setItem(WATCHES, isWanted ? "yes" : "no");
    this.#say("");
    this.show(this.#isNeeded);
    if (!isWanted) this.#ask.focus();
  }

  // Somebody touched a control of a page that may only look.
  remind() {
    if (this.#card.hidden) return;
    this.#card.classList.remove("remind");
    void this.#card.offsetWidth; // starts the animation again
    this.#card.classList.add("remind");
  }

  hear({ state, token, wait_s: waitS }) {
    if (state === "ended" && this.token) this.greet(); // a code that has ended, of a page that was paired
    if (state === "asked") {
      this.#form.hidden = false;
      this.#ask.hidden = true;
      this.#say(this.#words.asked);
      this.#code.value = "";
      this.#code.focus();
    } else if (state === "paired") {
      localStorage.setItem(KEY, token);
      this.#say(this.#words.paired, 4000);
      document.activeElement?.blur(); // Enter is the knob's again
    } else if (state === "unknown") {
      localStorage.removeItem(KEY);
    } else if (state === "ended" || state === "refused") {
      this.#fold();
      this.#say(this.#words[state]);
    } else if (state === "wrong" && !waitS) {
      this.#say(this.#words.wrong);
      this.#code.select();
    } else {
      // There is no code any more: the table would have to be asked again.
      this.#fold();
      const wait = this.#wait(waitS);
      this.#say(state === "wrong" ? `${this.#words.wrong} ${wait}` : wait, waitS * 1000);
    }
  }

  #wait(seconds) {
    return seconds < 120
      ? this.#words.wait.replace("{seconds}", Math.max(1, Math.ceil(seconds)))
      : this.#words.wait_long.replace("{minutes}", Math.ceil(seconds / 60));
  }

  #fold() {
    this.#form.hidden = true;
    this.#ask.hidden = false;
  }

  #say(text, forMs = 0) {
    clearTimeout(this.#timer);
    this.#says.textContent = text;
    if (forMs) this.#timer = setTimeout(() => (this.#says.textContent = ""), forMs);
  }
}
