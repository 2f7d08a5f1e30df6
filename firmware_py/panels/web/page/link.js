// @ts-check
// The socket: opens, opens again after a loss, and notices a silent loss when it matters.

import { connect } from "./socket.js";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
const ASK_AFTER_MS = 1000;
const ANSWER_WITHIN_MS = 4500; // a network with a round trip of 3 s is slow, not lost
const QUIET_MS = 8000; // with the waits above: a page that is only looked at notices within 15 s
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

// Why a connection ended, where the box says so.
const WHY = { [GOING_AWAY]: "switched_off", [TRY_AGAIN_LATER]: "full" };

export class Link {
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #doubt = 0;
  #quiet = 0;
  #heard = false;
  #on;

  constructor(on) {
    this.#on = on;
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#wonder());
    // A page that is left may be kept by the browser: it gives its place up, and comes back new.
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", () => this.#hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.#timer);
    const socket = connect("/panel");
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#on.opened();
    };
    socket.onmessage = ({ data }) => {
      this.#heard = true;
      this.#settle();
      if (typeof data === "string") this.#on.told(JSON.parse(data));
      else this.#on.frame(new Uint8Array(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lose(WHY[code] ?? "lost");
    };
    this.#socket = socket;
  }

  // What everybody may see comes beside the page itself, a round trip before the socket opens.
  async glance() {
    if (globalThis.boxInTab) return;
    const answer = await fetch("first").catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => "") : "";
    for (const line of text.split("\n").filter(Boolean)) if (!this.#heard) this.#on.told(JSON.parse(line));
  }

  send(message) {
    if (!this.isOpen) return;
    this.#socket.send(JSON.stringify(message));
    this.#wonder();
  }

  // A network that vanished says nothing. After an action, something must come back.
  #wonder() {
    if (this.#doubt) return;
    this.#doubt = setTimeout(() => {
      this.#doubt = setTimeout(() => {
        this.#socket.close();
        this.#lose("lost");
      }, ANSWER_WITHIN_MS);
      if (this.isOpen) this.#socket.send('{"kind":"ask"}');
    }, ASK_AFTER_MS);
  }

  // Something came: the network is there. A page that is only looked at asks now and then.
  #settle() {
    clearTimeout(this.#doubt);
    this.#doubt = 0;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (this.isOpen && !document.hidden) this.#wonder();
    }, QUIET_MS);
  }

  #lose(why) {
    this.#settle();
    clearTimeout(this.#quiet);
    this.#socket = null;
    this.#on.lost(why);
    // Not all pages at the same moment, when the box comes back.
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #hurry() {
    if (this.isOpen) this.#wonder();
    else if (!this.#socket) this.open();
  }
}
