// @ts-check
// Papers: texts that people write for a game. A list, and one of them open: as a form with a
// preview, or as text.

import { sendFile } from "./files.js";
import { el, fill, saidOf } from "./dom.js";
import { TextForm } from "./form.js";

const PAUSE_MS = 500; // after a change, before the preview is asked for

export class Papers {
  #want;
  #words;
  #token;
  #list = el("div");
  #editor = el("form", { className: "editor", hidden: true });
  #open = null;
  #forms = {};
  #timer = 0;
  #isFaulty = false; // a fault of what is being written is told
  #showText = () => {};

  constructor(want, words, token) {
    this.#want = want;
    this.#words = words;
    this.#token = token;
    this.#editor.addEventListener("submit", (event) => event.preventDefault());
  }

  // The editor stays as it is, whatever else is drawn anew: nobody's text is lost.
  draw(place) {
    if (!this.#list.parentElement) place.append(this.#list, this.#editor);
    this.#want("papers", "");
  }

  hear(what, value) {
    if (what === "paper") this.#edit(value);
    else {
      for (const { game, form } of value) this.#forms[game] = form;
      fill(this.#list, ...value.flatMap((game) => this.#game(game)));
    }
  }

  #game({ game, title, hint, papers }) {
    const words = this.#words;
    const rows = papers.map((paper) => {
      const button = (word, id, act) => {
        const made = el("button", { className: "flat", type: "button", id }, words[word]);
        made.setAttribute("aria-label", saidOf(words, words[word], paper.title));
        made.addEventListener("click", act);
        return made;
      };
      const key = `${game}_${paper.is_own ? "own" : "box"}_${paper.name}`;
      const about = { game, name: paper.name, is_own: paper.is_own };
      return el("li", { className: "paper" },
        el("div", {}, el("strong", {}, paper.title), " ", el("span", { className: "hint" }, words[paper.is_own ? "own" : "of_box"]),
          el("p", { className: "hint" }, paper.about)),
        el("div", { className: "line" }, button("open", `open_${key}`, () => this.#want("paper", about)),
          paper.is_own ? button("remove", `remove_${key}`, () => this.#remove(about, paper.title)) : null));
    });
    return [el("h2", {}, title), el("p", { className: "hint" }, hint), el("ul", { className: "plain_list papers" }, ...rows)];
  }

  #remove(about, title) {
    if (!confirm(`${saidOf(this.#words, this.#words.remove, title)}?`)) return;
    this.#want("remove_paper", about);
    // What is open is the only copy now: it can still be saved, as a new one.
    if (this.#open?.is_own && this.#open.name === about.name) this.#edit({ ...this.#open, is_own: false, text: this.#text() });
  }

  #edit(paper) {
    const words = this.#words;
    this.#open = paper;
    const field = el("textarea", { id: "paper_text", className: "text", value: paper.text, rows: Math.min(Math.max(paper.text.split("\n").length + 2, 8), 18), spellcheck: false, wrap: "off" });
    field.setAttribute("autocapitalize", "none");
    field.setAttribute("aria-describedby", "paper_says");
    const button = (id, word, act, look = "flat") => {
      const made = el("button", { className: look, type: "button", id }, words[word]);
      made.addEventListener("click", act);
      return made;
    };
    const form = new TextForm(this.#forms[paper.game] ?? [], words, (text) => {
      field.value = text;
      this.#look();
    });
    field.addEventListener("input", () => this.#look());
    const show = (isForm) => {
      if (isForm) form.draw(field.value);
      form.element.hidden = !isForm;
      field.hidden = isForm;
      tabs[0].setAttribute("aria-pressed", String(isForm));
      tabs[1].setAttribute("aria-pressed", String(!isForm));
    };
    const tabs = [button("paper_form", "as_form", () => show(true)), button("paper_toml", "as_text", () => {
      show(false);
      field.focus({ preventScroll: true });
    })];
    this.#showText = () => show(false);
    fill(this.#editor, el("label", { htmlFor: field.id }, `${paper.name} (${words[paper.is_own ? "own" : "of_box"]})`),
      el("div", { className: "line" },
        button("paper_check", "check", () => this.#send("check")),
        paper.is_own ? button("paper_save", "save", () => this.#send(`save.${paper.name}`), "plain") : null,
        button("paper_new", "save_new", () => this.#send("save"), paper.is_own ? "flat" : "plain"),
        button("paper_close", "close", () => this.#close())),
      // Above the text: a fault and its line are seen together.
      el("p", { className: "told", id: "paper_says", role: "status" }),
      el("div", { className: "line", role: "group", ariaLabel: paper.name }, ...tabs), form.element, field,
      el("div", { className: "final preview", id: "paper_preview", role: "group", ariaLabel: words.preview }));
    this.#editor.hidden = false;
    show(true);
    this.#editor.tabIndex = -1;
    this.#editor.focus({ preventScroll: true });
    this.#editor.scrollIntoView({ block: "start" });
    this.#send("look");
  }

  // The preview follows what is written, a moment later.
  #look() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open && this.#send("look"), PAUSE_MS);
  }

  #close() {
    if (this.#text() !== this.#open.text && !confirm(this.#words.drop)) return;
    this.#open = null;
    this.#editor.hidden = true;
    fill(this.#editor);
  }

  #text() {
    return document.getElementById("paper_text").value;
  }

  #tell(text) {
    const told = document.getElementById("paper_says");
    if (told) told.textContent = text;
  }

  // "look" is a check that moves nothing, as somebody is still writing.
  async #send(act) {
    const text = this.#text();
    const isLook = act === "look";
    if (!isLook) this.#tell("");
    const file = new Blob([text || "\n"]);
    const sent = `paper.${this.#open.game}.${isLook ? "check" : act}`;
    const found = await sendFile(sent, file, this.#token(), this.#words, () => {});
    if (typeof found === "string") return this.#tell(found);
    if (!this.#open || this.#text() !== text) return;
    this.#drawPreview(found.preview);
    if (isLook && (!found.is_fine || this.#isFaulty)) this.#tell(found.is_fine ? "" : found.says);
    this.#isFaulty = isLook && !found.is_fine;
    if (isLook) return;
    if (found.name) {
      this.#edit({ game: this.#open.game, name: found.name, is_own: true, text });
      this.#want("papers", "");
    }
    this.#tell(found.says);
    if (found.line) this.#show(found.line);
  }

  #drawPreview(text) {
    const place = document.getElementById("paper_preview");
    if (!text) return; // the last one that could be drawn stays
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    fill(place, document.importNode(parsed, true));
  }

  // Select the line of a fault, and bring it into sight.
  #show(line) {
    this.#showText();
    const field = document.getElementById("paper_text");
    const lines = field.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    field.focus({ preventScroll: true });
    field.setSelectionRange(at, at + (lines[line - 1] ?? "").length);
    field.scrollTop = (field.scrollHeight / lines.length) * Math.max(line - 4, 0);
    document.getElementById("paper_says").scrollIntoView({ block: "start" });
  }
}
