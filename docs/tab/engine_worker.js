// @ts-check
// The engine process of the box: Python in a second worker, in which the players think.

import { loadPython } from "./python.js";

const loaded = loadPython().then((python) => python.globals.get("open_engine")((/** @type {Uint8Array} */ said) => postMessage(said)));

// Promising: while a player thinks, further orders may come in, where the browser can do that.
onmessage = async ({ data }) => (await loaded).callPromising(data);
