// @ts-check
// The table: its picture and everything around it, each part drawn when it changes.

import { showAddress } from "./address.js";
import { drawCourse } from "./course.js";
import { Drag } from "./drag.js";
import { saidOf } from "./dom.js";
import { drawHome } from "./home.js";
import { PhoneSeat } from "./seat.js";
import { showShared } from "./shared.js";
import { sentences } from "./live.js";
import { NumberField } from "./number.js";
import { TablePicture } from "./picture.js";

const FIRST = "."; // the first question, in a code
const DROPPED = "dropped"; // asked behind a drop: once this is answered, the drop was dealt with
const at = (id) => document.getElementById(id);

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function button(className, text, act) {
  const element = make("button", className, text);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

// Who moved, unless the sentence says it.
const named = (words, who, said) => (said.startsWith(who) ? said : saidOf(words, who, said));

export class Table {
  #link;
  #words;
  #live;
  #number;
  #picture = new TablePicture(at("picture"));
  #drag;
  #lifted = ""; // the picture when a piece was let go
  #tapped = null; // what a finger meant last: a refusal shakes it
  #isUndone = false; // by this page, a moment ago
  #parts = {};
  #lines = [];
  #mayAct = false;
  #looksBack = 0;
  #saidAt = ""; // the moment that the answer is about

  constructor(link, words, live) {
    this.#link = link;
    this.#words = words;
    this.#live = live;
    this.#number = new NumberField(link, words);
    this.seat = new PhoneSeat(link, words, (text) => this.#say(text));
    this.#drag = new Drag(at("picture"), this.#picture, {
      mayAct: () => this.#mayAct && !this.#looksBack,
      tapped: (code, target) => {
        if (!this.#mayAct || this.#looksBack) return;
        this.#tapped = target;
        this.#tap(code);
      },
      lifted: (code) => link.send({ kind: "want", what: "lift", text: code }),
      dropped: (grab, tap) => this.#drop(grab, tap),
    });
    at("share_end").addEventListener("click", () => {
      link.send({ kind: "want", what: "share", text: String(this.#parts.screen?.ended ?? "") });
    });
    at("print").addEventListener("click", () => print());
    at("redo").addEventListener("click", () => link.send({ kind: "want", what: "redo", text: "" }));
    document.querySelector('[data-hold="undo"]').addEventListener("click", () => (this.#isUndone = true));
    at("name_form").addEventListener("submit", (event) => {
      event.preventDefault();
      link.send({ kind: "want", what: "write", text: at("name").value.slice(0, 60) });
    });
    for (const element of document.querySelectorAll("[data-ask]")) {
      element.addEventListener("click", () => this.ask(element.dataset.ask));
    }
    at("place_form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#askPlace(at("place").value);
    });
    at("now").addEventListener("click", () => this.#lookBack(0));
    at("go_from").addEventListener("click", () => {
      link.send({ kind: "want", what: "go_from", text: at("go_from").value });
      this.#lookBack(0);
    });
    at("moment").addEventListener("input", () => this.#lookBack(Number(at("moment").value)));
    for (const [id, step] of /** @type {[string, number][]} */ ([["earlier", -1], ["later", 1]])) {
      at(id).addEventListener("click", () => this.#lookBack(Math.max(Number(at("moment").min), this.#looksBack + step)));
    }
    at("aid_part").addEventListener("toggle", () => {
      if (at("aid_part").open) link.send({ kind: "want", what: "aid", text: "" });
    });
    at("link_part").addEventListener("toggle", () => {
      if (at("link_part").open) link.send({ kind: "want", what: "link", text: "" });
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  allow(mayAct) {
    this.#mayAct = mayAct;
    at("acts").hidden = !mayAct;
    at("home").hidden = !mayAct;
    document.body.classList.toggle("watcher", !mayAct);
    this.#number.allow(mayAct);
    this.seat.allow(mayAct);
    this.#draw("screen");
    this.#draw("choices");
  }

  take(part, value) {
    if (part === "redo" && this.#parts.redo && !value) this.#isUndone = false;
    this.#parts[part] = value;
    this.#draw(part);
  }

  // A new connection sends each part that exists: what it does not send is gone.
  forget() {
    for (const part of Object.keys(this.#parts)) if (part !== "screen") this.take(part, null);
  }

  translate() {
    for (const part of Object.keys(this.#parts)) this.#draw(part);
  }

  // The lines of the display, for the screens that are nothing but their picture.
  tell(lines) {
    this.#lines = lines;
    if (this.#parts.screen === null) this.#tellLines();
  }

  // Beside the small picture, for eyes as well as for screen readers.
  #tellLines() {
    at("sheet_text").textContent = this.#lines.join("\n");
    at("sheet_text").hidden = !this.#lines.length;
    this.#live.note("screen", sentences(this.#lines));
  }

  ask(which) {
    this.#link.send({ kind: "want", what: "question", text: which });
  }

  hear(what, value) {
    if (what === "link") showAddress(at("link"), value, this.#words); // the desk hears it too
    if (what === "share" && value.match === this.#parts.screen?.ended) showShared(at("shared_end"), value, this.#words);
    if (what === "question") this.#answer(value);
    else if (what === "seat") this.seat.hear(value);
    else if (what === "lift" && value.of === DROPPED) this.#drag.answer(this.#parts.picture !== this.#lifted && !this.#parts.refused);
    else if (what === "lift") this.#drag.light(value.of, value.to);
    else if (what === "redo") this.#drawToast();
    else if (what === "aid") this.#showAid(value);
    else if (what === "replay") this.#showMoment(value);
    else return false;
    return true;
  }

  fail(why) {
    this.#say(why);
  }

  // Somebody moved while the answer was on its way: it is asked for anew.
  #answer({ of, says, at: moment }) {
    if (moment === this.#moment) this.#say(says);
    else if (this.#moment) this.ask(of);
  }

  #say(text) {
    this.#saidAt = this.#moment;
    at("said").textContent = text;
    this.#live.say(text);
  }

  get #moment() {
    return this.#parts.moment ?? "";
  }

  // An answer stands as long as it is true.
  _moment() {
    if (this.#saidAt !== this.#moment) at("said").textContent = "";
  }

  #tap(code) {
    if (this.#parts.screen === "play") this.#isUndone = false; // a sheet may ask whether to undo
    this.#link.send({ kind: "tap", code });
  }

  // From here to there, as one request; what comes back after it is its answer.
  #drop(grab, tap) {
    const ends = tap.split(" ").filter((way) => !/^[*.]/.test(way));
    const begin = grab === FIRST ? FIRST : `${FIRST}/${grab}`;
    this.#lifted = this.#parts.picture;
    this.#tap(`drop ${ends.map((end) => `${begin}/${end}`).join(" ")}`);
    this.#link.send({ kind: "want", what: "lift", text: DROPPED });
  }

  #draw(part) {
    const value = this.#parts[part];
    if (value === undefined) return;
    this[`_${part}`]?.(value);
  }

  // --- the parts ---

  _head(head) {
    at("game").textContent = head?.game ?? "";
    at("binds").textContent = head?.binds ?? "";
    at("token").hidden = !head?.token;
    if (head?.token) at("token").dataset.look = head.token;
    document.body.classList.toggle("playing", Boolean(head?.playing));
    at("game").classList.toggle("saved", Boolean(head?.saved));
    this.#drawWho();
    this.#live.note("head", head ? [head.who, head.binds].filter(Boolean).join(": ") : "");
    for (const id of ["ask_part", "moves_part", "aid_part"]) at(id).hidden = !head;
  }

  #drawWho() {
    const { head, screen, title } = this.#parts;
    at("who").textContent = head ? head.who : (title || screen?.title || "Tablemate");
  }

  // What a picture is that belongs to no match: a lesson, a puzzle, a match of the past.
  _title(title) {
    this.#drawWho();
    this.#live.note("title", title ?? "");
  }

  _screen(screen) {
    const { head } = this.#parts;
    const isPlaying = screen === "play";
    const hasDisplay = screen === null;
    const wasPlaying = !document.body.classList.contains("asking");
    at("sheet").hidden = isPlaying;
    document.body.classList.toggle("asking", !isPlaying);
    document.body.classList.toggle("at_home", Boolean(screen?.games));
    document.body.classList.toggle("ended", Boolean(screen?.ended));
    this.#drawWho();
    if (isPlaying) this.#drawBackBar();
    if (isPlaying) return this.#live.note("screen", "");
    const told = screen ?? {};
    // At the end the head says who won; the sheet begins with the points, or with how it came.
    const [first, ...rest] = told.ended ? (told.text ?? "").split("\n") : [told.title ?? "", told.text ?? ""];
    for (const [id, text] of [["sheet_title", head || told.ended ? first : ""], ["sheet_text", rest.join("\n")]]) {
      at(id).textContent = text;
      at(id).hidden = !text;
    }
    at("display").hidden = !hasDisplay;
    at("sheet_back").hidden = !this.#mayAct || !told.closes;
    at("go_on").hidden = !this.#mayAct || isPlaying || Boolean(told.rows?.length) || typeof told.typed === "string";
    this.#drawName(told);
    at("end").hidden = !told.ended || !this.#mayAct;
    if (at("end").dataset.match !== String(told.ended)) at("shared_end").replaceChildren();
    at("end").dataset.match = String(told.ended);
    this.#drawPeople(told.people ?? []);
    this.#drawRows(told.rows ?? []);
    this.#drawBackBar();
    if (told.games) drawHome(at("rows"), told, this.#words, this.#mayAct, (what, text) => this.#link.send({ kind: "want", what, text }));
    // At the end the table stays in sight, with its last move.
    if (wasPlaying && this.#mayAct) at(told.ended ? "stage" : "sheet").scrollIntoView({ block: "start" });
    if (hasDisplay) return this.#tellLines();
    this.#live.note("screen", sentences([told.title, told.text]));
    const row = (told.rows ?? []).find((each) => each.chosen);
    this.#live.note("row", row ? [row.label, row.detail, row.hint].filter(Boolean).join(", ") : "");
  }

  #drawName({ typed, longest }) {
    const isAsked = typeof typed === "string" && this.#mayAct;
    const wasHidden = at("name_form").hidden;
    at("name_form").hidden = !isAsked;
    if (!isAsked) return;
    at("name").maxLength = longest;
    if (wasHidden) {
      at("name").value = typed;
      at("name").focus();
      at("name").select();
    }
  }

  // Known people: a tap seats them.
  #drawPeople(people) {
    const focused = document.activeElement?.closest("#people") && document.activeElement.textContent;
    at("people").hidden = !people.length || !this.#mayAct;
    at("people").replaceChildren(...people.map(({ code, label, chosen }) => {
      const act = button("choice", label, () => this.#tap(code));
      act.setAttribute("aria-pressed", String(chosen));
      return act;
    }));
    if (focused) [...at("people").children].find((each) => each.textContent === focused)?.focus();
  }

  #drawRows(rows) {
    const list = at("rows");
    const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
    const isFirst = ({ key }) => key === "again";
    list.replaceChildren(...[...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))].map((row) => {
      const item = make("li");
      const act = this.#mayAct ? button("row", "", () => this.#tap(row.code)) : make("span", "row");
      act.append(make("span", "label", row.label), make("span", "value", row.detail));
      if (row.hint) act.append(make("span", "hint", row.hint));
      item.dataset.key = row.key;
      if (isFirst(row)) act.classList.add("first");
      if (row.chosen) act.classList.add("chosen");
      if (row.chosen) act.setAttribute("aria-current", "true");
      if (!row.enabled) act.setAttribute("aria-disabled", "true");
      item.append(act);
      return item;
    }));
    list.hidden = !rows.length;
    if (focused >= 0) list.querySelectorAll("button")[Math.min(focused, rows.length - 1)]?.focus();
    if (!this.#parts.screen?.ended) list.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  }

  _seats(seats) {
    const clocks = this.#parts.clocks ?? [];
    at("seats").replaceChildren(...(seats ?? []).map((seat, place) => {
      const item = make("li", seat.turn ? "seat on" : "seat");
      item.append(make("span", "name", seat.name));
      if (seat.turn) item.append(make("span", "unseen", this.#words.on_turn ?? ""));
      if (seat.phone) item.append(make("span", "on_phone", this.#words.on_phone_now ?? ""));
      if (seat.score !== null || seat.hidden) item.append(make("span", "score", seat.hidden ? "?" : String(seat.score)));
      const clock = clocks[place];
      if (clock?.text) item.append(this.#clock(clock));
      return item;
    }));
  }

  _clocks() {
    this._seats(this.#parts.seats);
  }

  #clock(clock) {
    const element = make("span", "clock", clock.text);
    if (clock.running) element.classList.add("running");
    if (clock.paused) element.classList.add("paused");
    if (clock.over) element.classList.add("over");
    return element;
  }

  _hands(hands) {
    at("hands_part").hidden = !hands?.length;
    // In practice nothing lies on a table, and after a pause it is done: it is news.
    at("hands_title").textContent = this.#words[this.#parts.head?.news ? "news" : "hands"] ?? "";
    at("hands").replaceChildren(...(hands ?? []).map((line) => make("li", "", line)));
    this.#live.note("hands", sentences(hands ?? []));
  }

  _answer(answer) {
    at("answer").textContent = answer?.says ?? "";
    at("answer").classList.toggle("plays", Boolean(answer?.plays));
    this.#live.note("answer", answer?.says ?? "");
  }

  // Only for pages that may act: the hand that the box keeps for whoever looks.
  _held(held) {
    at("held").hidden = !held;
    at("held").textContent = held ?? "";
    this.#live.note("held", held ?? "");
  }

  // Hands that can be on phones.
  _phones(phones) {
    this.seat.draw(phones ?? []);
  }

  _note(note) {
    this.#drawToast();
    this.#live.note("note", note ?? "");
  }

  // Told above the keys, always in sight: a refusal, a short note, what was undone.
  #drawToast() {
    const { note, caption, redo, refused } = this.#parts;
    const isRefused = Boolean(refused && caption) && !this.#looksBack;
    const undone = this.#isUndone && redo && !note ? this.#words.undone : "";
    const text = (isRefused ? caption : note) || undone || "";
    at("toast").hidden = !text || this.#number.tells(text);
    at("toast").classList.toggle("refused", isRefused);
    at("note").textContent = text;
    at("redo").hidden = !undone;
    if (isRefused && this.#tapped) this.#picture.shake(this.#tapped);
    if (isRefused) this.#tapped = null;
  }

  _refused() {
    this._caption(this.#parts.caption);
  }

  _redo() {
    this.#drawToast();
  }

  // What is told of a table that is looked at.
  _caption(text) {
    this.#drawToast();
    if (this.#looksBack) return;
    at("caption").hidden = !text || this.#parts.refused || this.#number.tells(text);
    at("caption").textContent = text ?? "";
    this.#live.note("caption", text ?? "");
  }

  _choices(choices) {
    const made = (choices?.buttons ?? []).map((each) => {
      const act = button("choice", each.label, () => this.#tap(each.code));
      act.setAttribute("aria-pressed", String(each.chosen));
      act.dataset.tap = each.code;
      return act;
    });
    const plays = [];
    if (choices?.commit && this.#mayAct) {
      const { code, label } = choices.commit;
      plays.push(button("choice commit", label, () => this.#tap(code)));
      plays[0].dataset.tap = code;
    }
    at("choices").replaceChildren(...(this.#mayAct ? made : []));
    at("choices").hidden = !this.#mayAct || !made.length;
    at("commit").replaceChildren(...plays);
    at("commit").hidden = !plays.length;
  }

  _number(asked) {
    this.#number.take(asked);
    this.#draw("note");
    this.#draw("caption");
  }

  _picture(svg) {
    if (!this.#looksBack) this.#show(svg);
  }

  #show(svg) {
    this.#picture.show(svg);
  }

  _moves(moves) {
    const first = moves?.first ?? 1;
    const lines = moves?.lines ?? [];
    at("moves").start = first;
    at("moment").min = String(first);
    at("moment").max = String(first + lines.length - 1);
    at("moves").replaceChildren(...lines.map(([who, said], place) => {
      const item = make("li");
      const number = first + place;
      item.value = number;
      item.append(button("move", named(this.#words, who, said), () => this.#lookBack(number)));
      return item;
    }));
    at("moves").scrollTop = at("moves").scrollHeight;
    this.#drawBackBar();
    this.#draw("course");
    const last = lines.at(-1);
    this.#live.note("moves", last ? named(this.#words, ...last) : "");
  }

  // --- looking back: on this page alone ---

  // After the end the course of the game is there at once; before it, while somebody looks back.
  #drawBackBar() {
    const hasEnded = Boolean(this.#parts.screen?.ended) && Boolean(this.#parts.moves?.lines.length);
    at("back_bar").hidden = !this.#looksBack && !hasEnded;
    at("now").hidden = !this.#looksBack;
    if (!this.#looksBack) at("go_from").hidden = true;
    if (!this.#looksBack) at("moment").value = at("moment").max;
  }

  // What could be expected after each move, and the turning points: a tap looks at one.
  _course(course) {
    drawCourse(at("course"), course, Number(at("moment").max), this.#words, (number) => this.#lookBack(number));
  }

  #lookBack(number) {
    if (number > Number(at("moment").max)) number = 0; // after the last move is now
    this.#looksBack = number;
    this.#drawBackBar();
    at("moment").value = String(number);
    for (const item of at("moves").children) item.firstElementChild.setAttribute("aria-current", String(item.value === number));
    document.body.classList.toggle("back", Boolean(number));
    if (!number) this._caption(this.#parts.caption);
    if (number) this.#link.send({ kind: "want", what: "replay", text: String(number) });
    else this.#show(this.#parts.picture);
  }

  #showMoment({ place, svg, says, goes_on: goesOn }) {
    if (place !== this.#looksBack) return;
    at("go_from").hidden = !goesOn || !this.#mayAct;
    at("go_from").value = goesOn ?? "";
    this.#show(svg);
    at("caption").hidden = false;
    at("caption").textContent = says;
    at("stage").scrollIntoView({ block: "nearest" });
    this.#live.say(says);
  }

  #showAid(pages) {
    at("aid").replaceChildren(...pages.flatMap(({ title, text }) => [make("h3", "", title), make("p", "", text)]));
  }

  // --- questions by key ---

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    if (document.body.dataset.keys === "off") return;
    const asked = document.querySelector(`[data-ask][data-key="${CSS.escape(event.key)}"]`);
    if (asked && this.#parts.head) {
      event.preventDefault();
      this.ask(asked.dataset.ask);
    }
  }

  // What lies on a square or line is what its labels in the picture say.
  #askPlace(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return;
    const labels = [...at("picture").querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label"));
    const begins = (label) => label.toLowerCase().split(/[\s:,]+/)[0].startsWith(wanted);
    const isLine = (label) => label.toLowerCase().split(/[\s:,]+/).some((word) => word.length <= 3 && word.includes(wanted));
    let found = labels.filter(begins);
    if (!found.length) found = labels.filter(isLine);
    if (!found.length) found = labels.filter((label) => label.toLowerCase().includes(wanted));
    this.#say(found.length ? sentences(found.slice(0, 40)) : this.#words.nothing_there ?? "");
  }
}
