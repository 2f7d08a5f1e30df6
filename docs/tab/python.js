// @ts-check
// Python, with the program in it.

// @ts-ignore - from npm, without types here
import { loadPyodide } from "./pyodide.mjs";

export async function loadPython() {
  const fetched = ["program.tar.xz", "start.py"].map((name) => fetch(name));
  const python = await loadPyodide({
    indexURL: new URL(".", import.meta.url).href,
    lockFileContents: fetch("pyodide-lock.json").then((answer) => answer.text()),
    packageBaseUrl: new URL(".", import.meta.url).href,
    env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
  const [program, start] = await Promise.all(fetched);
  python.unpackArchive(await program.arrayBuffer(), "xztar", { extractDir: "/program" });
  python.runPython(await start.text(), { filename: "start.py" });
  return python;
}
