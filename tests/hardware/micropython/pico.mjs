// A Raspberry Pi Pico in software: the panel's own program in a real MicroPython interpreter.
//
//   node pico.mjs PROGRAM STAND_INS CONTROL_FD ADDRESS
//
// Standard input and output are its USB serial port. Over CONTROL_FD the test moves the pins
// ("pin 2 0") and the display's plug ("plug 0"), and gets every I2C transaction ("i2c 3c 00ae").
// ADDRESS is that of the display in hex, 0 for none. The program's loop never returns, so all
// input and output here is synchronous, on descriptors that do not block.

import fs from "node:fs";
import path from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [program, standIns, controlText, addressText] = process.argv.slice(2);
const control = Number(controlText);
const address = parseInt(addressText, 16);

const received = [];
const edges = [];
const levels = new Map();
let commands = "";
let plugged = true;

const chunk = Buffer.alloc(4096);
const clockwork = new Int32Array(new SharedArrayBuffer(4));

function sleep(ms) {
  Atomics.wait(clockwork, 0, 0, ms);
}

function read(fd) {
  try {
    return chunk.subarray(0, fs.readSync(fd, chunk));
  } catch (error) {
    // EIO: nobody has the other end of the terminal open.
    if (error.code === "EAGAIN" || error.code === "EIO") return chunk.subarray(0, 0);
    throw error;
  }
}

function write(fd, data) {
  let rest = Buffer.from(data);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(fd, rest));
    } catch (error) {
      if (error.code === "EIO") return;
      if (error.code !== "EAGAIN") throw error;
      sleep(1);
    }
  }
}

function listen() {
  received.push(...read(0));
  commands += read(control).toString();
  const lines = commands.split("\n");
  commands = lines.pop();
  for (const line of lines) {
    const [word, first, second] = line.split(" ");
    if (word === "pin") edges.push([Number(first), Number(second)]);
    else if (word === "plug") plugged = first === "1";
  }
}

const bridge = {
  address: () => address,
  level: (gpio) => levels.get(gpio) ?? 1,
  i2c: (to, data) => {
    if (!plugged) return false;
    write(control, `i2c ${to.toString(16)} ${data}\n`);
    return true;
  },
  wait: (ms) => {
    listen();
    if (received.length === 0 && edges.length === 0 && ms > 0) {
      sleep(ms);
      listen();
    }
    return received.length > 0;
  },
  next_edge: () => {
    const edge = edges.shift();
    if (edge === undefined) return -1;
    levels.set(...edge);
    return edge[0];
  },
};

// Node would print the interpreter's source, which is one long line.
process.on("uncaughtException", (error) => {
  write(2, `${error.name}: ${error.message}\n`);
  process.exit(1);
});

const micropython = await loadMicroPython({
  heapsize: 128 * 1024, // a Pico has about 190 KiB
  linebuffer: false,
  stdin: () => (received.length > 0 ? received.shift() : null),
  stdout: (data) => write(1, data),
  stderr: (data) => write(2, data),
});
micropython.registerJsModule("bridge", bridge);
micropython.FS.mkdir("/pico");
for (const folder of [program, standIns]) {
  for (const name of fs.readdirSync(folder)) {
    if (/\.m?py$/.test(name)) {
      micropython.FS.writeFile(`/pico/${name}`, fs.readFileSync(path.join(folder, name)));
    }
  }
}
micropython.runPython("import sys\nsys.path.insert(0, '/pico')\nimport main");
