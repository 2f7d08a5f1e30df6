// @ts-check
// The course of a game that has ended: who was ahead after each move, and where it turned.

import { el, svg } from "./dom.js";

const HIGH = 40;

export function drawCourse(place, course, moves, words, lookAt) {
  const values = course?.values ?? [];
  place.hidden = values.length < 2 || moves < 1;
  if (place.hidden) return place.replaceChildren();
  const x = (move) => (100 * move) / moves;
  const y = (value) => (HIGH / 2) * (1 - value);
  const line = values.map(([move, value]) => `${x(move).toFixed(2)} ${y(value).toFixed(1)}`).join("L");
  const [first, last] = [x(values[0][0]), x(values.at(-1)[0])];
  const label = (words.course ?? "").replace("{name}", () => course.name);
  const picture = svg("svg", { viewBox: `0 0 100 ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("path", { class: "ahead", d: `M${first} ${HIGH / 2}L${line}L${last} ${HIGH / 2}Z` }),
    svg("path", { class: "even", d: `M0 ${HIGH / 2}H100` }),
    svg("path", { class: "line", d: `M${line}` }));
  const turns = course.turns.map((move) => {
    const text = (words.turning_point ?? "").replace("{number}", String(move));
    const turn = el("button", { type: "button", className: "turning", ariaLabel: text, title: text }, "!");
    turn.style.insetInlineStart = `${x(move)}%`;
    turn.addEventListener("click", () => lookAt(move));
    return turn;
  });
  place.replaceChildren(picture, ...turns);
}
