// @ts-check
// The display: 1,024 bytes as the chip keeps them, drawn in whole device pixels; and its words.

const WIDTH = 128;
const HEIGHT = 64;
const LIT = "#e2f2ff";
const BETWEEN = "#8fa9bd"; // the lines between the pixels are a little darker
const SPEAK_AFTER_MS = 350;

export class Screen {
  #canvas;
  #glass;
  #words;
  #frame = new Uint8Array((WIDTH * HEIGHT) / 8);
  #lines = [];
  #timer = 0;

  constructor(canvas, glass, words) {
    this.#canvas = canvas;
    this.#glass = glass;
    this.#words = words;
    new ResizeObserver(() => this.#fit()).observe(glass);
    addEventListener("resize", () => this.#fit());
    this.#fit();
  }

  show(frame) {
    this.#frame = frame;
    this.#draw();
  }

  // Said only when the knob rests, and only the lines that changed.
  tell(lines) {
    this.#lines = lines;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#speak(), SPEAK_AFTER_MS);
  }

  #speak() {
    while (this.#words.childElementCount > this.#lines.length) this.#words.lastChild.remove();
    this.#lines.forEach((line, index) => {
      const place = this.#words.children[index] ?? this.#words.appendChild(document.createElement("p"));
      if (place.textContent !== line) place.textContent = line;
    });
  }

  // Every pixel of the display gets the same whole number of device pixels: crisp at any size.
  #fit() {
    const ratio = devicePixelRatio || 1;
    const size = Math.max(1, Math.floor((this.#glass.clientWidth * ratio) / WIDTH));
    if (this.#canvas.width !== WIDTH * size) {
      this.#canvas.width = WIDTH * size;
      this.#canvas.height = HEIGHT * size;
    }
    this.#canvas.style.width = `${(WIDTH * size) / ratio}px`;
    this.#canvas.style.height = `${(HEIGHT * size) / ratio}px`;
    this.#draw();
  }

  #draw() {
    const size = this.#canvas.width / WIDTH;
    const gap = size >= 4 ? Math.max(1, Math.round(size / 10)) : 0;
    const pen = this.#canvas.getContext("2d");
    pen.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        if ((this.#frame[(y >> 3) * WIDTH + x] >> (y & 7)) & 1) {
          pen.fillStyle = BETWEEN;
          pen.fillRect(x * size, y * size, size, size);
          pen.fillStyle = LIT;
          pen.fillRect(x * size, y * size, size - gap, size - gap);
        }
      }
    }
  }
}
