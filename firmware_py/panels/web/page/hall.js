// @ts-check
// The tables of a club, live: who plays, whose turn it is, clocks and scores. A table opens as its box shows it.

import { Link } from "./link.js";
import { el, fill } from "./dom.js";

const MINE = "tablemate-mine";
const at = (id) => document.getElementById(id);
const words = {};
const tables = new Map(); // of each box what it shows, and its item in the list
let rests = false;
let version = "";

const link = new Link({
  opened: () => {
    say("");
    tellMine();
  },
  lost: (why) => say(words[why] ?? ""),
  frame: () => {},
  told: (message) => told[message.kind]?.(message),
});

const say = (text) => {
  at("status").textContent = text;
};

// Who plays sees no other table until the game is over, if the club wants it so.
const mine = () => localStorage.getItem(MINE);
const tellMine = () => {
  if (rests && mine() !== null) link.send({ kind: "plays_at", box: mine() });
};

const seat = ({ name, score, hidden, turn }, clock) => el(
  "li",
  { className: turn ? "on" : "" },
  el("span", { className: "name" }, name),
  turn ? el("span", { className: "unseen" }, words.on_turn ?? "") : null,
  score !== null || hidden ? el("span", { className: "score" }, hidden ? "?" : String(score)) : null,
  clock?.text ? el("span", { className: "clock" }, clock.text) : null,
);

// Only a picture: what it would do elsewhere is not part of it.
const picture = (text) => {
  const place = el("div", { className: "hall_picture picture", ariaHidden: "true" });
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (svg.tagName !== "svg") return null;
  for (const each of svg.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  place.append(document.importNode(svg, true));
  return place;
};

const lines = (rows) => el("ul", {}, ...rows.map((cells) => el("li", {}, ...cells.map((cell) => el("span", {}, cell)))));

function draw({ box, name, alive, head, seats, clocks, picture: drawn, rests: isResting }, link_) {
  const state = isResting ? words.hall_rests : !alive ? words.hall_away : head ? head.game : words.hall_idle;
  link_.href = `/?table=${box}`;
  fill(
    link_,
    el("h2", {}, name),
    el("p", { className: "game" }, state ?? ""),
    drawn && alive ? picture(drawn) : null,
    seats ? el("ul", { className: "hall_seats" }, ...seats.map((each, place) => seat(each, clocks?.[place]))) : null,
  );
}

function drawAll() {
  const sorted = [...tables.values()].sort((a, b) => a.shown.name.localeCompare(b.shown.name, undefined, { numeric: true }));
  for (const { shown, anchor } of sorted) draw(shown, anchor);
  at("empty").hidden = sorted.length > 0;
  const items = sorted.map(({ item }) => item);
  if (items.some((item, place) => at("tables").children[place] !== item)) fill(at("tables"), ...items);
  const choices = [["", words.hall_watch ?? ""], ...sorted.map(({ shown }) => [shown.box, shown.name])];
  if (at("mine").options.length !== choices.length) {
    fill(at("mine"), ...choices.map(([value, text]) => el("option", { value }, text)));
    at("mine").value = mine() ?? "";
  }
}

const told = {
  words: (message) => {
    if (version && version !== message.version) return location.reload();
    version = message.version;
    document.documentElement.lang = message.lang;
    Object.assign(words, message.words);
    for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
    at("empty").textContent = words.hall_empty ?? "";
    drawAll();
  },
  club: ({ name, rests: isWanted }) => {
    at("club").textContent = name;
    document.title = name;
    rests = isWanted;
    at("mine_part").hidden = !rests;
    tellMine();
  },
  evenings: ({ evenings }) => {
    fill(at("evenings"), ...evenings.map(({ title, tables: pairs, standings }) => el(
      "div",
      { className: "hall_evening" },
      el("h2", {}, title),
      lines(pairs),
      el("h3", {}, words.hall_standings ?? ""),
      lines(standings),
    )));
  },
  table: (shown) => {
    const known = tables.get(shown.box);
    if (known) {
      known.shown = shown;
      draw(shown, known.anchor);
      return;
    }
    const anchor = el("a", { className: "hall_table" });
    tables.set(shown.box, { shown, anchor, item: el("li", {}, anchor) });
    drawAll();
  },
};

at("mine").addEventListener("change", () => {
  localStorage.setItem(MINE, at("mine").value);
  tellMine();
});

link.open();
