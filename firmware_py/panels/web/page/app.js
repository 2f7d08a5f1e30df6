// The page: joins the socket to the display, the controls and the pairing.

import { Link } from "./link.js";
import { Screen } from "./screen.js";
import { Controls } from "./controls.js";
import { Pairing } from "./pairing.js";
import { soundAlarm } from "./alarm.js";

const at = (id) => document.getElementById(id);
const box = at("box");
const words = {};
let version = "";

const say = (key) => {
  const text = words[key] ?? at("status").textContent;
  if (at("status").textContent !== text) at("status").textContent = text;
};

const link = new Link({
  opened: () => {
    box.classList.remove("lost");
    at("status").textContent = "";
    pairing.greet();
  },
  lost: (full) => {
    box.classList.add("lost");
    controls.letGo();
    controls.allow(false);
    say(full ? "full" : "lost");
  },
  frame: (bytes) => screen.show(bytes),
  told: (message) => told[message.kind]?.(message),
});
const screen = new Screen(at("screen"), at("glass"), at("words"));
const controls = new Controls(link, () => pairing.remind());
const pairing = new Pairing(link, words);

const told = {
  state: ({ may_act: mayAct }) => {
    controls.allow(mayAct);
    pairing.show(!mayAct);
  },
  text: ({ lines }) => screen.tell(lines),
  pairing: (message) => pairing.hear(message),
  time: soundAlarm,
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
  },
};

link.open();
