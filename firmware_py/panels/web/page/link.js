// The socket: opens, opens again after a loss, and notices a silent loss when it matters.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
const ANSWER_WITHIN_MS = 3000;
const TRY_AGAIN_LATER = 1013;

export class Link {
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #doubt = 0;
  #on;

  constructor(on) {
    this.#on = on;
    addEventListener("online", () => this.#hurry());
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
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/panel`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#on.opened();
    };
    socket.onmessage = ({ data }) => {
      this.#settle();
      if (typeof data === "string") this.#on.told(JSON.parse(data));
      else this.#on.frame(new Uint8Array(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lose(code === TRY_AGAIN_LATER);
    };
    this.#socket = socket;
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
        this.#lose(false);
      }, ANSWER_WITHIN_MS);
      if (this.isOpen) this.#socket.send('{"kind":"ask"}');
    }, ANSWER_WITHIN_MS / 3);
  }

  #settle() {
    clearTimeout(this.#doubt);
    this.#doubt = 0;
  }

  #lose(full) {
    this.#settle();
    this.#socket = null;
    this.#on.lost(full);
    // Not all pages at the same moment, when the box comes back.
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #hurry() {
    if (this.isOpen) this.#wonder();
    else if (!this.#socket) this.open();
  }
}
