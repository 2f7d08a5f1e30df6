// @ts-check
// Reads aloud what a screen reader would say, with the voice of the browser; off until switched on.

const VOICE = "tablemate-voice";
const at = (id) => document.getElementById(id);

export class Voice {
  #button = at("aloud");
  #isOn = false;

  constructor() {
    this.#button.hidden = !("speechSynthesis" in window);
    if (this.#button.hidden) return;
    this.#switch(localStorage.getItem(VOICE) === "on");
    this.#button.addEventListener("click", () => {
      this.#switch(!this.#isOn);
      localStorage.setItem(VOICE, this.#isOn ? "on" : "off");
      this.#say([...at("words").children].map((line) => line.textContent));
    });
    // The box view reads the display; the others what the page itself says.
    this.#follow("words", (changes) => changes.map(({ target }) => target.parentElement?.closest("p")?.textContent ?? target.textContent), true);
    this.#follow("live", () => [at("live").textContent], false);
  }

  #follow(id, read, isBox) {
    const heed = (changes) => {
      if ((document.body.dataset.view === "box") === isBox) this.#say([...new Set(read(changes))]);
    };
    new MutationObserver(heed).observe(at(id), { childList: true, subtree: true, characterData: true });
  }

  #switch(isOn) {
    this.#isOn = isOn;
    this.#button.setAttribute("aria-pressed", String(isOn));
  }

  // The newest wins: what is being said is cut off.
  #say(texts) {
    speechSynthesis.cancel();
    const text = texts.filter(Boolean).join(". ");
    if (!this.#isOn || !text) return;
    const said = new SpeechSynthesisUtterance(text);
    said.lang = document.documentElement.lang;
    speechSynthesis.speak(said);
  }
}
