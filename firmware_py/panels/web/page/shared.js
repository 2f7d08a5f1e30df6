// @ts-check
// A match that was shared: its address, and its last table as a picture to take along.

import { showAddress } from "./address.js";
import { el } from "./dom.js";

const PIXELS = 1600;

export function showShared(place, shared, words) {
  showAddress(place, shared, words);
  const name = `tablemate-${shared.match}`;
  const drawn = el("a", { className: "flat take", href: `${shared.path}.svg`, download: `${name}.svg` }, words.as_svg ?? "");
  const pixels = el("button", { type: "button", className: "flat" }, words.as_png ?? "");
  pixels.addEventListener("click", () => takePixels(`${shared.path}.svg`, `${name}.png`));
  place.append(el("p", { className: "line" }, drawn, pixels));
}

// Drawn by this browser: the box has nothing that draws letters in pixels.
async function takePixels(path, name) {
  const picture = el("img", { src: path });
  await picture.decode();
  const canvas = el("canvas", { width: PIXELS, height: Math.round((PIXELS * picture.naturalHeight) / picture.naturalWidth) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
