// @ts-check
// The desk: what a browser does better than a knob. Loaded when somebody opens it.

import { showAddress } from "./address.js";
import { fetchFile, sendFile } from "./files.js";
import { History } from "./history.js";
import { Papers } from "./papers.js";
import { el, fill, labelled, saidOf } from "./dom.js";

const FILES = ["backup", "report", "all.record", "all.json", "all.bgstats"];
const WORD = { backup: "backup", report: "report", "all.record": "all_record", "all.json": "all_json", "all.bgstats": "all_bgstats" };
// Where the answer to a request is shown.
const PART = {
  settings: "settings", set: "settings", names: "names", add_name: "names", rename: "names", remove_name: "names",
  pages: "pages", forget: "pages", requests: "pages", name_page: "pages", link: "link", papers: "papers", paper: "papers", remove_paper: "papers",
  history: "history", match: "history", share: "history", statistics: "statistics",
};

export class Desk {
  #link;
  #words;
  #token;
  #parts = {};
  #history;
  #papers;
  #heading;
  #open = "names";
  #added = false;
  #removed = "";
  // What became of a file outlives what is drawn around it.
  #told = el("p", { className: "told", role: "status", id: "file_says" });
  #sending = el("div", { className: "line" });
  #contents = el("nav", { className: "line contents" });

  constructor(place, link, words, token) {
    this.#link = link;
    this.#words = words;
    this.#token = token;
    this.#history = new History((what, text) => this.#want(what, text), words, (what) => this.#fetch(what));
    this.#papers = new Papers((what, text) => this.#want(what, text), words, token);
    const names = ["names", "settings", "history", "statistics", "papers", "files", "pages", "link"];
    for (const name of names) this.#parts[name] = el("section", { className: "part", id: `desk_${name}` });
    this.#heading = el("h1", { className: "unseen" });
    place.append(this.#heading, this.#contents, ...names.map((name) => this.#parts[name]));
  }

  show() {
    this.#heading.textContent = this.#words.view_desk;
    this.#drawContents();
    for (const what of ["names", "settings", "pages", "link"]) this.#want(what, "");
    this.#drawFiles();
    this.#history.draw(this.#parts.history, this.#parts.statistics);
    this.#history.load();
    this.#papers.draw(this.#parts.papers);
  }

  hear(what, value) {
    const part = PART[what];
    this.#parts[part]?.querySelector(".failed")?.remove();
    if (part === "settings") this.#drawSettings(value);
    else if (part === "names") this.#drawNames(value);
    else if (part === "pages") this.#drawPages(value);
    else if (part === "link") this.#drawLink(value);
    else if (part === "papers") this.#papers.hear(what, value);
    else if (part) this.#history.hear(what, value);
  }

  // Say in its part why something cannot be had; false: nothing of the desk.
  fail(what, why) {
    const part = this.#parts[PART[what]];
    part?.querySelector(".failed")?.remove();
    part?.append(el("p", { className: "told failed", role: "alert" }, why));
    return Boolean(part);
  }

  #want(what, text) {
    this.#link.send({ kind: "want", what, text: typeof text === "string" ? text : JSON.stringify(text) });
  }

  // One subject at a time.
  #drawContents() {
    const keys = { names: "names", settings: "settings", history: "history", statistics: "statistics", papers: "papers", files: "files", pages: "pages", link: "on_phone" };
    this.#contents.setAttribute("aria-label", this.#words.view_desk);
    fill(this.#contents, ...Object.entries(keys).map(([part, key]) => {
      const button = el("button", { className: "flat", type: "button", id: `open_${part}` }, this.#words[key]);
      button.addEventListener("click", () => {
        this.#turnTo(part);
        const heading = this.#parts[part].querySelector("h2");
        heading?.setAttribute("tabindex", "-1");
        heading?.focus();
      });
      return button;
    }));
    this.#turnTo(this.#open);
  }

  #turnTo(part) {
    this.#open = part;
    for (const [name, section] of Object.entries(this.#parts)) section.hidden = name !== part;
    for (const button of this.#contents.children) {
      const isOpen = button.id === `open_${part}`;
      button.setAttribute("aria-current", String(isOpen));
      if (isOpen) button.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }

  #title(key) {
    return el("h2", {}, this.#words[key]);
  }

  // --- names ---

  // A field takes more than the box keeps, so that the box can say what became of it.
  #drawNames({ names, says }) {
    const words = this.#words;
    const field = el("input", { className: "text", id: "new_name", maxLength: 60, autocomplete: "off" });
    const form = el("form", { className: "line" }, labelled(words.name, field), el("button", { className: "plain" }, words.add));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#added = true;
      this.#want("add_name", field.value);
    });
    const rows = names.map((name, place) => {
      const input = el("input", { className: "text", id: `name_${place}`, maxLength: 60, value: name, autocomplete: "off" });
      const row = el("form", { className: "line" }, labelled(words.name, input, true),
        el("button", { className: "flat" }, words.change));
      row.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#want("rename", { old: name, new: input.value });
      });
      const remove = el("button", { className: "flat", type: "button" }, words.remove);
      remove.setAttribute("aria-label", saidOf(words, words.remove, name));
      remove.addEventListener("click", () => {
        this.#removed = name;
        this.#want("remove_name", name);
      });
      row.append(remove);
      return el("li", {}, row);
    });
    const told = el("p", { className: "told line", role: "status" }, says || null, ...this.#undoing(names));
    fill(this.#parts.names, this.#title("names"), form, told, el("ul", { className: "plain_list names" }, ...rows));
    if (this.#added) field.focus(); // for the next name
    this.#added = false;
  }

  // A name that was removed comes back by one press, as long as the list is in sight.
  #undoing(names) {
    const name = this.#removed;
    if (!name || names.includes(name)) return [];
    const button = el("button", { className: "flat", type: "button", id: "undo_remove" }, this.#words.undo_remove);
    button.addEventListener("click", () => {
      this.#removed = "";
      this.#want("add_name", name);
    });
    return [el("span", {}, this.#words.removed.replace("{name}", () => name)), button];
  }

  // --- settings ---

  #drawSettings(settings) {
    const focused = document.activeElement?.id;
    const rows = settings.map((setting) => {
      const choice = el("select", { id: `set_${setting.key}` },
        ...setting.values.map((name, place) => el("option", { value: place, selected: place === setting.value }, name)));
      choice.addEventListener("change", () => this.#want("set", { key: setting.key, value: Number(choice.value) }));
      const hint = el("p", { className: "hint", id: `hint_${setting.key}` }, setting.hint);
      choice.setAttribute("aria-describedby", hint.id);
      return el("div", { className: "setting" }, labelled(setting.title, choice), hint);
    });
    fill(this.#parts.settings, this.#title("settings"), el("div", { className: "grid" }, ...rows));
    if (focused) document.getElementById(focused)?.focus();
  }

  // --- files ---

  #drawFiles() {
    const words = this.#words;
    const buttons = FILES.map((what) => {
      const button = el("button", { className: "flat", type: "button", id: `get_${WORD[what]}` }, words[WORD[what]]);
      button.addEventListener("click", () => this.#fetch(what));
      return button;
    });
    const file = el("input", { type: "file", id: "restore_file", className: "text" });
    file.addEventListener("change", () => this.#send("restore", file));
    const update = el("input", { type: "file", id: "update_file", className: "text" });
    update.addEventListener("change", () => this.#send("update", update));
    for (const input of [file, update]) input.setAttribute("aria-describedby", this.#told.id);
    fill(this.#parts.files, this.#title("files"), el("div", { className: "line" }, ...buttons),
      el("p", { className: "hint" }, words.report_hint),
      el("h3", {}, words.restore), el("p", { className: "hint" }, words.restore_hint),
      labelled(words.choose_file, file),
      el("h3", {}, words.update), el("p", { className: "hint" }, words.update_hint),
      labelled(words.choose_file, update), this.#told, this.#sending);
  }

  async #fetch(what) {
    this.#told.textContent = await fetchFile(what, this.#token(), this.#words);
  }

  async #send(what, input) {
    const told = this.#told;
    const [file] = input.files;
    if (!file) return;
    const says = (percent) => (told.textContent = this.#words.sending.replace("{percent}", percent));
    const cancelling = new AbortController();
    const cancel = el("button", { className: "flat", type: "button", id: "cancel_file" }, this.#words.cancel);
    cancel.addEventListener("click", () => cancelling.abort());
    this.#sending.replaceChildren(cancel);
    told.textContent = await sendFile(what, file, this.#token(), this.#words, says, cancelling.signal);
    cancel.remove();
    told.scrollIntoView({ block: "nearest" }); // on a phone it is far below what was chosen
    input.value = "";
  }

  // --- the address ---

  #drawLink(value) {
    const place = el("div");
    showAddress(place, value, this.#words);
    fill(this.#parts.link, this.#title("on_phone"), place);
  }

  // --- paired pages ---

  #drawPages({ pages, requests }) {
    const words = this.#words;
    const rows = pages.map(({ key, label, since }) => {
      const day = new Date(since * 1000).toLocaleDateString("sv");
      const name = el("input", { className: "text", id: `page_${key}`, maxLength: 60, value: label, autocomplete: "off" });
      name.addEventListener("change", () => this.#want("name_page", { key, label: name.value }));
      const button = el("button", { className: "flat", type: "button" }, words.send_away);
      button.setAttribute("aria-label", saidOf(words, words.send_away, label));
      button.addEventListener("click", () => this.#want("forget", key));
      return el("li", { className: "line" }, labelled(words.name, name, true), el("span", {}, words.since.replace("{day}", day)), button);
    });
    const box = el("input", { type: "checkbox", id: "requests", checked: requests });
    box.addEventListener("change", () => this.#want("requests", box.checked ? "on" : "off"));
    fill(this.#parts.pages, this.#title("pages"), el("ul", { className: "plain_list pages" }, ...rows), labelled(words.requests, box));
  }
}
