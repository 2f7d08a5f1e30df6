// @ts-check
// The page: joins the socket to the views of the box, the controls and the pairing.

import { Link } from "./link.js";
import { Screen } from "./screen.js";
import { Controls } from "./controls.js";
import { Pairing } from "./pairing.js";
import { Table } from "./table.js";
import { Live } from "./live.js";
import { Views } from "./views.js";
import { Voice } from "./voice.js";
import { playSound } from "./alarm.js";

const at = (id) => document.getElementById(id);
const box = at("box");
const words = {};
const inHall = new URLSearchParams(location.search).has("table"); // a table of a club's hall
let version = "";

const say = (key) => {
  const text = words[key] ?? at("status").textContent;
  if (at("status").textContent !== text) at("status").textContent = text;
  document.body.dataset.status = text;
};

// Only a page that got a place knows that there is one: a try alone clears nothing.
const crowd = (isFull) => {
  document.body.classList.toggle("full", isFull);
  at("full").hidden = !isFull;
};

// Without the box nothing here can act: what was drawn stays, to be read.
const rest = (isLost) => {
  for (const part of document.querySelectorAll("[data-needs=box]")) part.inert = isLost;
};

const link = new Link({
  opened: () => {
    box.classList.remove("lost");
    document.body.classList.remove("lost");
    rest(false);
    at("status").textContent = "";
    table.forget();
    pairing.greet();
  },
  lost: (why) => {
    box.classList.add("lost");
    document.body.classList.add("lost");
    rest(true);
    controls.letGo();
    controls.allow(false);
    crowd(why === "full");
    if (why === "full") return; // it is an alert
    say(why);
    live.say(words[why] ?? "");
  },
  frame: (bytes) => screen.show(bytes),
  told: (message) => told[message.kind]?.(message),
});
const screen = new Screen(at("screen"), at("glass"), at("words"));
const live = new Live(at("live"));
new Voice();
const controls = new Controls(link, () => pairing.remind());
const pairing = new Pairing(link, words);
const views = new Views(link, words, pairing);
const table = new Table(link, words, live);

const told = {
  state: ({ may_act: mayAct }) => {
    crowd(false);
    controls.allow(mayAct);
    table.allow(mayAct);
    views.allow(mayAct);
    pairing.show(!mayAct && !inHall);
    if (mayAct) table.seat.claim();
  },
  seat: ({ seat }) => table.seat.have(seat),
  text: ({ lines }) => {
    screen.tell(lines);
    table.tell(lines);
  },
  part: ({ part, value }) => {
    views.hasTable();
    if (part === "asks") return pairing.asks(value);
    table.take(part, value);
  },
  got: ({ what, value }) => {
    if (value?.error && !views.fail(what, value.error)) table.fail(value.error);
    else if (!value?.error && !table.hear(what, value)) views.hear(what, value);
  },
  pairing: (message) => pairing.hear(message),
  time: () => playSound("time"),
  sound: ({ of }) => playSound(of),
  words: (message) => {
    // A newer program speaks to an older page: fetch the page again.
    if (version && version !== message.version) return location.reload();
    version = message.version;
    document.documentElement.lang = message.lang;
    Object.assign(words, message.words);
    document.title = words.title;
    for (const element of document.querySelectorAll("[data-word]")) {
      element.textContent = words[element.dataset.word];
    }
    for (const element of document.querySelectorAll("[data-label]")) {
      element.setAttribute("aria-label", words[element.dataset.label]);
    }
    table.translate();
    views.translate();
  },
};

if (inHall) {
  at("to_hall").hidden = false;
  document.querySelector('[data-go="box"]').hidden = true; // the club knows the table, not the display
}
link.open();
link.glance();
