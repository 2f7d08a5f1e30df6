// @ts-check
// A finger or a mouse on the table: a tap is a choice; a piece that is dragged goes where it is let go.
//
//   pointerdown -- moves a little --> the piece follows; what is legal for it lights up
//                       |                  '--> let go elsewhere: one request, "from there to here"
//                       |                       refused, or nowhere: it floats back
//                       '-- does not: a click, the nearest target

const SLOP_PIXELS = 8;
const ANSWER_WITHIN_MS = 5000;
const BACK = { duration: 260, easing: "cubic-bezier(.2,.8,.2,1)" };

export class Drag {
  #picture;
  #place;
  #on;
  #start = null;
  #copy = null;
  #timer = 0;
  #wasDragged = false;
  #legal = null; // for what was lifted, until it is let go

  constructor(place, picture, on) {
    this.#place = place;
    this.#picture = picture;
    this.#on = on;
    // Where the picture was drawn anew under the piece, what is legal for it still lights up.
    picture.laid = () => this.#light();
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    place.addEventListener("pointerup", (event) => this.#up(event));
    place.addEventListener("pointercancel", () => this.#giveUp());
    // A finger that has a piece scrolls nothing.
    place.addEventListener("touchmove", (event) => this.#start && event.cancelable && event.preventDefault(), { passive: false });
    place.addEventListener("click", (event) => this.#click(event));
    place.addEventListener("dragstart", (event) => event.preventDefault());
  }

  get isOn() {
    return Boolean(this.#copy);
  }

  #click(event) {
    if (this.#wasDragged) {
      this.#wasDragged = false;
      return;
    }
    const point = { x: event.clientX, y: event.clientY };
    // Where the picture was drawn anew under the finger, what lies there now was meant.
    const target = event.isTrusted && event.detail ? this.#picture.targetAt(point) : event.target.closest("[data-tap]");
    if (target?.dataset.tap) this.#on.tapped(target.dataset.tap, target);
  }

  #down(event) {
    if (this.#start || event.button !== 0 || !this.#on.mayAct()) return;
    this.#wasDragged = false;
    const point = { x: event.clientX, y: event.clientY };
    const target = event.target.closest("[data-grab]") ?? this.#picture.targetAt(point)?.closest("[data-grab]");
    if (!target) return;
    this.#start = { ...point, target, id: event.pointerId, code: target.dataset.grab };
  }

  #move(event) {
    const start = this.#start;
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!this.#copy && Math.hypot(dx, dy) < SLOP_PIXELS) return;
    if (!this.#copy) this.#lift(start);
    const scale = this.#picture.svg.getScreenCTM().a;
    this.#copy.style.translate = `${dx / scale}px ${dy / scale}px`;
  }

  #lift(start) {
    this.#place.setPointerCapture(start.id);
    const piece = this.#picture.pieceAt(start, start.target) ?? start.target;
    start.piece = piece;
    start.pieceId = piece.dataset.id;
    const copy = piece.cloneNode(true);
    const wrap = document.createElementNS(piece.namespaceURI, "g");
    const { a, b, c, d, e, f } = this.#picture.svg.getScreenCTM().inverse().multiply(piece.parentNode.getScreenCTM());
    wrap.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    wrap.setAttribute("class", "dragged quiet");
    for (const each of [copy, ...copy.querySelectorAll("[data-id], [data-tap]")]) {
      delete each.dataset.id;
      delete each.dataset.tap;
    }
    wrap.append(copy);
    this.#picture.svg.append(wrap);
    this.#copy = wrap;
    piece.classList.add("lifted");
    this.#on.lifted(start.code);
  }

  // Light up what the box says is legal for what was lifted.
  light(code, codes) {
    if (!this.#copy || this.#start?.code !== code) return;
    this.#legal = new Set(codes);
    this.#light();
  }

  #light() {
    if (!this.#copy || !this.#legal) return;
    for (const each of this.#place.querySelectorAll("[data-tap]")) {
      const ends = each.dataset.tap.split(" ").map((way) => way.split("/").at(-1));
      each.classList.toggle("legal", each !== this.#start.target && ends.some((end) => this.#legal.has(end)));
    }
  }

  #up(event) {
    const start = this.#start;
    if (!start || event.pointerId !== start.id) return;
    if (!this.#copy) {
      this.#start = null;
      return;
    }
    this.#wasDragged = true;
    const point = { x: event.clientX, y: event.clientY };
    const target = this.#picture.targetAt(point);
    this.#dim();
    if (!target?.dataset.tap || target === start.target) return this.#floatBack();
    const rect = this.#copy.getBoundingClientRect();
    this.#picture.letGo(start.pieceId, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
    this.#timer = setTimeout(() => this.#floatBack(), ANSWER_WITHIN_MS);
    this.#on.dropped(start.code, target.dataset.tap);
  }

  // The box has answered: what was let go is on its place, or goes back.
  answer(isFine) {
    clearTimeout(this.#timer);
    if (!this.#copy) return;
    if (isFine) this.#end();
    else this.#floatBack();
  }

  #giveUp() {
    if (!this.#start) return;
    this.#dim();
    if (this.#copy) this.#floatBack();
    else this.#start = null;
  }

  #dim() {
    this.#legal = null;
    for (const each of this.#place.querySelectorAll(".legal")) each.classList.remove("legal");
  }

  #floatBack() {
    clearTimeout(this.#timer);
    const copy = this.#copy;
    this.#picture.letGo("", { x: 0, y: 0 });
    if (!copy) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#end();
    const back = copy.animate([{ translate: copy.style.translate }, { translate: "0px 0px" }], BACK);
    copy.style.translate = "0px 0px";
    back.finished.finally(() => this.#copy === copy && this.#end());
  }

  #end() {
    this.#dim();
    for (const each of this.#place.querySelectorAll(".lifted")) each.classList.remove("lifted");
    this.#copy?.remove();
    this.#copy = this.#start = null;
  }
}
