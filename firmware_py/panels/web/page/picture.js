// @ts-check
// The picture of the table: what arrives whole is laid over what is there, and what moved, moves.
//
//   svg text --> keyed update --> kept nodes, each with its piece (data-id: "kind@place")
//                     |
//                     '--> a piece of a kind that left one place and came to another: it glides;
//                          one that only left: it fades; one that only came: from its source
//
// The next picture waits until the last one has landed: an answer is seen after what it answers.

/** @type {KeyframeAnimationOptions} */
const GLIDE = { duration: 280, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" };
/** @type {KeyframeAnimationOptions} */
const LEAVE = { duration: 220, easing: "ease-in", fill: "forwards" };
const STAGGER_MS = 45;
const REST_MS = 220; // between what was played and its answer
const WAITING_AT_MOST = 3;
const NARROW = matchMedia("(max-width: 32rem) and (orientation: portrait)");
const WIDE = matchMedia("(min-aspect-ratio: 1/1) and (min-height: 30.01rem)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";

// A picture has up to three layouts; parts that are placed otherwise in one say where.
function arrange(svg) {
  if (!svg) return;
  const { dataset } = svg;
  dataset.plain ??= svg.getAttribute("viewBox");
  const layout = WIDE.matches && dataset.wide ? "wide" : NARROW.matches && dataset.narrow ? "narrow" : "plain";
  svg.setAttribute("viewBox", dataset[layout]);
  if (!dataset.wide && !dataset.narrow) return;
  for (const leaf of svg.querySelectorAll("[data-wide], [data-narrow]")) {
    leaf.dataset.plain ??= leaf.getAttribute("transform") ?? "";
    leaf.setAttribute("transform", leaf.dataset[layout] ?? leaf.dataset.plain);
  }
}

// --- the keyed update ---

function sync(old, fresh) {
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
}

export function update(old, fresh) {
  sync(old, fresh);
  if (!fresh.firstElementChild) {
    if (old.firstElementChild || old.textContent !== fresh.textContent) old.textContent = fresh.textContent;
    return;
  }
  if (!old.firstElementChild) old.textContent = "";
  const keyed = new Map();
  const others = [];
  for (const child of old.children) {
    if (child.classList.contains("dragged") || child.classList.contains("flying")) continue;
    if (child.dataset.id) keyed.set(child.dataset.id, child);
    else others.push(child);
  }
  let at = old.firstElementChild;
  for (const wanted of [...fresh.children]) {
    const key = wanted.dataset.id;
    let kept = key ? keyed.get(key) : others.shift();
    if (key) keyed.delete(key);
    if (kept && kept.tagName !== wanted.tagName) {
      if (kept === at) at = kept.nextElementSibling;
      kept.remove();
      kept = null;
    }
    if (kept) update(kept, wanted);
    else kept = document.importNode(wanted, true);
    if (kept === at) at = at.nextElementSibling;
    else old.insertBefore(kept, at);
  }
  for (const child of [...keyed.values(), ...others]) child.remove();
}

// --- pieces ---

const middle = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// Each piece, or pile of pieces of a kind, that stands somewhere.
function pieces(svg) {
  return [...svg.querySelectorAll("[data-id]")].map((element) => {
    const [kind, place] = element.dataset.id.split("@");
    return { element, kind, place, id: element.dataset.id, count: Number(element.dataset.count ?? 1) };
  });
}

export class TablePicture {
  #place;
  #text = "";
  #waiting = [];
  #moving = null;
  #held = null; // a piece that a finger let go: it moves on from there
  laid = () => {}; // called when a picture was laid

  constructor(place) {
    this.#place = place;
    for (const layout of [WIDE, NARROW]) layout.addEventListener("change", () => arrange(this.svg));
  }

  get svg() {
    return this.#place.firstElementChild;
  }

  // Where a dragged piece was let go.
  letGo(id, point) {
    this.#held = { id, point };
  }

  show(text) {
    if (!text) {
      this.#waiting = [];
      this.#text = "";
      return this.#place.replaceChildren();
    }
    this.#waiting.push(text);
    if (this.#waiting.length > WAITING_AT_MOST) this.#waiting.shift();
    this.#next();
  }

  #next() {
    if (this.#moving) return;
    const text = this.#waiting.shift();
    if (text === undefined) return;
    const moves = this.#lay(text);
    this.laid();
    if (!moves.length) return this.#next();
    this.#place.dataset.moving = "";
    // A page that is not seen has no frames: what moves there is there at once.
    if (document.hidden) for (const each of moves) each.finish();
    this.#moving = Promise.allSettled(moves.map((each) => each.finished)).then(async () => {
      if (this.#waiting.length && !document.hidden) await new Promise((done) => setTimeout(done, REST_MS));
      this.#moving = null;
      delete this.#place.dataset.moving;
      this.#next();
    });
  }

  // Lay a picture over the one that is there; return the animations of what moved.
  #lay(text) {
    if (text === this.#text) return [];
    const before = this.#text;
    this.#text = text;
    const fresh = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    arrange(fresh);
    const old = this.svg;
    if (!old || !before || old.getAttribute("viewBox") !== fresh.getAttribute("viewBox")) {
      this.#held = null;
      this.#place.replaceChildren(document.importNode(fresh, true));
      return [];
    }
    if (CALM.matches) {
      this.#held = null;
      update(old, fresh);
      return [];
    }
    const change = this.#compare(pieces(old), pieces(fresh));
    const copies = new Map(change.lost.map((each) => [each, each.element.cloneNode(true)]));
    for (const each of [...change.lost, ...change.gone]) each.from = middle(each.element);
    for (const each of change.lost) each.frame = each.element.parentNode.getScreenCTM();
    // What glides is the same node as before: it gets its new name before the update looks for it.
    for (const [one, other] of change.glides) one.element.dataset.id = `moving:${other.id}`;
    for (const [one, other] of change.glides) {
      one.element.dataset.id = other.id;
      const layer = one.element.parentNode;
      one.from = this.#held?.id === one.id ? this.#held.point : middle(one.element);
      layer.append(one.element);
    }
    this.#held = null;
    update(old, fresh);
    return this.#animate(change, copies);
  }

  // What left a place and came to another of its kind is one thing that moved; the nearest first.
  #compare(old, fresh) {
    const kept = new Map(old.map((each) => [each.id, each]));
    const lost = [];
    const won = [];
    for (const each of fresh) {
      const was = kept.get(each.id);
      kept.delete(each.id);
      if (!was || was.count < each.count) won.push({ ...each, more: each.count - (was?.count ?? 0), isNew: !was });
      else if (was.count > each.count) lost.push({ ...was, less: was.count - each.count, isGone: false });
    }
    for (const each of kept.values()) lost.push({ ...each, less: each.count, isGone: true });
    const [glides, flights] = [[], []];
    const rests = ({ element }) => Number("rests" in element.dataset);
    for (const to of [...won].sort((one, other) => rests(one) - rests(other))) {
      const from = lost.filter((each) => each.kind === to.kind && each.less > 0);
      if (!from.length) continue;
      const one = from.find((each) => each.isGone) ?? from[0];
      const moved = Math.min(one.less, to.more);
      one.less -= moved;
      to.more -= moved;
      if (one.isGone && to.isNew && !one.less && !to.more) glides.push([one, to]);
      else flights.push([one, to]);
    }
    return { glides, flights, lost: lost.filter((each) => each.less || flights.some(([from]) => from === each)), gone: lost.filter((each) => each.isGone && each.less), won: won.filter((each) => each.more) };
  }

  #animate({ glides, flights, lost, gone, won }, copies) {
    const now = new Map(pieces(this.svg).map((each) => [each.id, each.element]));
    const made = [];
    glides.forEach(([from, to], n) => {
      made.push(this.#from(now.get(to.id), from.from, { ...GLIDE, delay: n * STAGGER_MS }));
    });
    flights.forEach(([from, to], n) => {
      const target = now.get(to.id);
      const flying = to.isNew ? target : this.#copy(target.cloneNode(true), target.parentNode.getScreenCTM());
      const move = this.#from(flying, from.from, { ...GLIDE, delay: n * STAGGER_MS }, target);
      if (flying !== target) move.finished.finally(() => flying.remove());
      made.push(move);
    });
    won.forEach((to, n) => {
      const target = now.get(to.id);
      const source = to.element.dataset.from && this.svg.querySelector(`[data-spot="${CSS.escape(to.element.dataset.from)}"]`);
      const timing = { ...GLIDE, delay: n * STAGGER_MS };
      if (!source) return made.push(target.animate([{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }], timing));
      const flying = to.isNew ? target : this.#copy(target.cloneNode(true), target.parentNode.getScreenCTM());
      const move = this.#from(flying, middle(source), timing, target);
      if (flying !== target) move.finished.finally(() => flying.remove());
      made.push(move);
    });
    for (const each of gone.filter((one) => lost.includes(one))) {
      const left = this.#copy(copies.get(each), each.frame);
      const spot = this.svg.dataset.goes && this.svg.querySelector(`[data-spot="${CSS.escape(this.svg.dataset.goes)}"]`);
      const away = spot ? this.#between(left, each.from, middle(spot)) : "0px 0px";
      const move = left.firstElementChild.animate([{ opacity: 1, scale: 1, translate: "0px 0px" }, { opacity: 0, scale: 0.5, translate: away }], LEAVE);
      move.finished.finally(() => left.remove());
      made.push(move);
    }
    return made;
  }

  // An element above everything else, where it stood.
  #copy(element, frame) {
    const group = document.createElementNS(SVG, "g");
    const { a, b, c, d, e, f } = this.svg.getScreenCTM().inverse().multiply(frame);
    group.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    group.setAttribute("class", "flying quiet");
    for (const each of [element, ...element.querySelectorAll("[data-id], [data-tap]")]) {
      delete each.dataset.id;
      delete each.dataset.tap;
    }
    group.append(element);
    this.svg.append(group);
    return group;
  }

  #from(element, point, timing, target = element) {
    const away = this.#between(element.parentNode, middle(target), point);
    element.parentNode.append(element); // above what it passes
    return element.animate([{ translate: away }, { translate: "0px 0px" }], timing);
  }

  // The way between two points of the screen, in the units of a group.
  #between(group, from, to) {
    const frame = group.getScreenCTM().inverse();
    const [one, other] = [from, to].map(({ x, y }) => new DOMPoint(x, y).matrixTransform(frame));
    return `${other.x - one.x}px ${other.y - one.y}px`;
  }

  shake(element) {
    if (!element || CALM.matches) return;
    const steps = [0, -7, 7, -5, 5, 0].map((x) => ({ translate: `${x}px 0px` }));
    element.animate(steps, { duration: 320, easing: "ease-out" });
  }

  // The piece, or pile, that is drawn at a point; also one that lets taps through.
  pieceAt({ x, y }, within) {
    const area = within.getBoundingClientRect();
    const isIn = ({ x: cx, y: cy }) => cx >= area.left && cx <= area.right && cy >= area.top && cy <= area.bottom;
    const there = pieces(this.svg).filter(({ element }) => {
      if (!isIn(middle(element))) return false;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return x >= left && x <= right && y >= top && y <= bottom;
    });
    return there.sort((one, other) => far(middle(one.element), { x, y }) - far(middle(other.element), { x, y }))[0]?.element;
  }

  // What a finger means: where targets overlap, the nearest.
  targetAt({ x, y }) {
    const under = document.elementsFromPoint(x, y);
    const first = under.find((each) => each.closest?.("#picture [data-tap]"));
    if (!first) return null;
    if (!first.classList.contains("hit")) return first.closest("[data-tap]");
    const hits = under.filter((each) => each.classList.contains("hit") && each.closest("#picture [data-tap]"));
    hits.sort((one, other) => far(middle(one), { x, y }) - far(middle(other), { x, y }));
    return hits[0].closest("[data-tap]");
  }
}
