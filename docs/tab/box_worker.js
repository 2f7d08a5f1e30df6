// @ts-check
// The box: Python in a worker, its files in the browser's own database.

import { loadPython } from "./python.js";

const DATA = "/data";

/** @type {{ path: string, port: MessagePort }[]} */
const early = [];
/** @param {{ path: string, port: MessagePort }} opened */
let meet = (opened) => void early.push(opened);
onmessage = ({ data }) => meet(data);

const begin = async () => {
  const python = await loadPython();
  const { FS } = python;

  /** @param {boolean} fill */
  const copy = (fill) =>
    new Promise((done, fail) => FS.syncfs(fill, (/** @type {unknown} */ error) => (error ? fail(error) : done(null))));

  // What was written is kept at once; what comes while that is done is kept after it.
  let keeping = Promise.resolve();
  let isAsked = false;
  const keep = () => {
    if (isAsked) return;
    isAsked = true;
    keeping = keeping
      .then(() => {
        isAsked = false;
        return copy(false);
      })
      .then(() => {}, (error) => console.error("The browser keeps no games:", error));
  };

  FS.mkdirTree(DATA);
  FS.mount(FS.filesystems.IDBFS, {}, DATA);
  await copy(true).catch((error) => console.error("The browser keeps no games:", error));

  /** @param {(message: Uint8Array) => void} hear */
  const startEngine = (hear) => {
    const engine = new Worker("engine_worker.js", { type: "module", name: "engine" });
    engine.onmessage = ({ data }) => hear(data);
    return {
      post: (/** @type {Uint8Array} */ message) => engine.postMessage(message),
      close: () => engine.terminate(),
    };
  };

  const box = python.globals.get("open_box")(DATA, startEngine, keep, async () => {
    await keeping;
    postMessage({ ended: true });
  });
  let hasPicture = false;
  meet = ({ path, port }) => {
    const send = (/** @type {string | Uint8Array} */ data) => {
      port.postMessage({ data: typeof data === "string" ? data : data.slice().buffer });
      if (!hasPicture && typeof data !== "string") postMessage({ picture: (hasPicture = true) });
    };
    const connection = box.meet(path, send, (/** @type {number} */ code) => port.postMessage({ code }));
    port.onmessage = ({ data }) => {
      if (data.gone) connection.hear(undefined);
      else connection.hear(data.data);
    };
    port.postMessage({ open: true });
  };
  early.forEach((opened) => meet(opened));
};

begin().catch((error) => postMessage({ failed: String(error.message ?? error) }));
