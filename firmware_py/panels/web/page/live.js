// @ts-check
// What is said to a screen reader: what changed and matters, once it has come to rest.

const REST_MS = 300;

// One after the other, each ended once.
export const sentences = (texts) =>
  texts.filter(Boolean).map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ").replace(/\.$/, "");

export class Live {
  #place;
  #known = new Map();
  #news = new Map();
  #timer = 0;

  constructor(place) {
    this.#place = place;
  }

  // Something has a new text; said if it differs from what was said of it last.
  note(about, text) {
    if (this.#known.get(about) === text) {
      this.#news.delete(about);
      return;
    }
    this.#news.set(about, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#speak(), REST_MS);
  }

  // Said at once, also if it is the same as before; what was about to be said comes with it.
  say(text) {
    clearTimeout(this.#timer);
    const said = sentences([text, ...this.#takeNews()]);
    if (!said) return;
    this.#place.textContent = "";
    requestAnimationFrame(() => (this.#place.textContent = said));
  }

  #speak() {
    const said = sentences(this.#takeNews());
    if (said) this.#place.textContent = said;
  }

  #takeNews() {
    const texts = [...this.#news.values()];
    for (const [about, text] of this.#news) this.#known.set(about, text);
    this.#news.clear();
    return texts;
  }
}
