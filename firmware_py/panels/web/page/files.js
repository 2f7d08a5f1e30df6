// @ts-check
// Files from the box and to it, over a socket of their own, piece by piece.

import { connect } from "./socket.js";

const PIECE = 32 * 1024;

function open() {
  const socket = connect("/files");
  socket.binaryType = "arraybuffer";
  return socket;
}

// Returns what to tell: nothing when the browser has the file.
export function fetchFile(what, token, words) {
  return new Promise((done) => {
    const socket = open();
    const pieces = [];
    let told = null;
    socket.onopen = () => socket.send(JSON.stringify({ token, get: what }));
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") told = JSON.parse(data);
      else pieces.push(data);
    };
    socket.onclose = () => {
      if (told?.kind !== "file") return done(told?.why || words.failed);
      const file = new Blob(pieces, { type: told.type });
      if (file.size !== told.size) return done(words.failed);
      save(file, told.name);
      done(told.name);
    };
  });
}

function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Returns what came of it, or why nothing did.
export function sendFile(what, file, token, words, says, signal = null) {
  return new Promise((done) => {
    if (!file.size) return done(words.empty_file);
    const socket = open();
    signal?.addEventListener("abort", () => {
      if (socket.readyState === WebSocket.OPEN) socket.close();
    });
    let sent = 0;
    let told = null;
    // The box tells its name; a message has no room for a long one.
    const name = file.name?.replace(/^(.{30}).*(.{15})$/s, "$1$2") ?? "";
    socket.onopen = () => {
      if (signal?.aborted) socket.close();
      else socket.send(JSON.stringify({ token, put: what, size: file.size, name }));
    };
    socket.onmessage = async ({ data }) => {
      told = JSON.parse(data);
      if (told.kind !== "go" || signal?.aborted) return;
      const piece = await file.slice(sent, sent + PIECE).arrayBuffer().catch(() => null);
      if (!piece) return socket.close(); // the file is gone, or its stick was pulled out
      if (socket.readyState !== WebSocket.OPEN) return; // closed while the file was read
      sent += piece.byteLength;
      socket.send(piece);
      says(Math.round((100 * sent) / file.size));
    };
    socket.onclose = () => {
      if (told?.kind === "done") return done(told.value ?? words.look_at_box);
      if (signal?.aborted) return done(words.cancelled);
      if (told?.free !== undefined) return done(words.no_room);
      done(told?.why || (told?.size ? words.too_large : words.failed));
    };
  });
}
