// @ts-check
// Home on a page: what waits first and wide, the games as tiles, the rest below, Quit behind a gear.

import { el, svg } from "./dom.js";

const BEHIND_GEAR = ["settings", "end"];

// The rows are there already, in the order of the box; here each gets its place.
export function drawHome(list, { games, rows }, words, mayAct, want) {
  const items = [...list.children];
  const keyed = (test) => items.filter((item) => test(item.dataset.key ?? ""));
  const waiting = keyed((key) => key.startsWith("resume"));
  for (const item of waiting) {
    const game = games.find((each) => each.game === item.dataset.key.split(" ")[1]);
    if (game) item.firstElementChild.prepend(picture(game));
    item.className = "wide";
  }
  const tiles = games.map((game) => tile(game, words, mayAct, want));
  const gear = keyed((key) => BEHIND_GEAR.includes(key));
  const others = keyed((key) => !key.startsWith("resume") && key !== "practice" && !BEHIND_GEAR.includes(key));
  const practice = keyed((key) => key === "practice");
  for (const item of practice) item.className = "unseen_row";
  const isFirst = !rows.some(({ key }) => key === "settings"); // the language is asked for
  const folded = el("details", { className: "gear" }, el("summary", {}, icon("i-gear"), words.gear ?? ""), el("ul", { className: "rows" }, ...gear));
  const parts = isFirst ? [...others, ...tiles] : [...waiting, ...tiles, ...others, ...practice, el("li", { className: "wide" }, folded)];
  list.replaceChildren(...parts);
}

function tile(game, words, mayAct, want) {
  const label = (words.play_game ?? "").replace("{game}", () => game.title);
  const play = el("button", { type: "button", className: "tile", disabled: !mayAct }, picture(game), el("span", { className: "label" }, game.title));
  if (game.practice) play.ariaLabel = `${game.title}. ${label}`;
  play.addEventListener("click", () => want("play", `${game.game} ${navigator.language.slice(0, 2)}`));
  const options = el("button", { type: "button", className: "flat icon options" }, icon("i-gear"));
  options.ariaLabel = (words.options ?? "").replace("{game}", () => game.title);
  options.addEventListener("click", () => want("sheet", game.game));
  return el("li", { className: "game_tile" }, play, game.practice && mayAct ? options : null);
}

const picture = ({ picture: src }) => el("img", { src, alt: "", loading: "lazy", decoding: "async" });

const icon = (name) => svg("svg", { "aria-hidden": "true" }, svg("use", { href: `#${name}` }));
