// The borders of the architecture as lint rules (ARCHITECTURE.md, "Borders"). Each has a fixture under
// test/fixtures/lint that proves that it can fail.
import path from "node:path";

/** Which layer a file belongs to, by its path; the first match counts. */
const LAYERS = [
  ["entry", /^electron\/(main|preload)\.ts$/],
  ["companion", /^electron\/cli\.ts$/],
  ["ipc", /^electron\/platform\/ipc\//],
  ["platform", /^electron\/platform\//],
  ["core", /^electron\/core\//],
  ["renderer", /^renderer\//],
  ["shared", /^shared\//],
];

/** What each layer may import besides itself. A layer that is not here is not checked (tests, scripts). */
const MAY_IMPORT = {
  entry: ["platform", "ipc", "shared"],
  companion: ["core", "shared"],
  ipc: ["core", "shared"],
  platform: ["ipc", "core", "shared"],
  core: ["shared"],
  renderer: ["shared"],
  shared: [],
};

const MAY_IMPORT_ELECTRON = new Set(["entry", "ipc", "platform"]);
const MAY_IMPORT_NODE = new Set(["entry", "companion", "ipc", "platform", "core"]);
const RAW_IPC = new Set(["ipcMain", "ipcRenderer"]);
const RAW_SENDS = new Set(["send", "sendSync", "sendToFrame", "postMessage"]);

/** The path inside the repository; a lint fixture stands for the path that follows its own folder. */
function repositoryPath(filename, cwd) {
  const relative = path.relative(cwd, filename).split(path.sep).join("/");
  return relative.replace(/^test\/fixtures\/lint\/[^/]+\//, "");
}

function layerOf(file) {
  return LAYERS.find(([, pattern]) => pattern.test(file))?.[0];
}

const layers = {
  create(context) {
    const file = repositoryPath(context.filename, context.cwd);
    const layer = layerOf(file);
    if (!layer) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string") return;
      const refuse = (message) => context.report({ node, message });
      if (source === "electron" || source.startsWith("electron/")) {
        if (!MAY_IMPORT_ELECTRON.has(layer)) {
          refuse(
            `Only electron/desktop and the entries import "electron". Take what you need as a parameter.`,
          );
        }
        return;
      }
      if (source.startsWith("node:")) {
        if (!MAY_IMPORT_NODE.has(layer)) refuse(`${layer} runs without Node. Import nothing of "${source}".`);
        return;
      }
      if (!source.startsWith(".")) return;
      const target = layerOf(path.posix.join(path.posix.dirname(file), source));
      if (!target || target === layer || MAY_IMPORT[layer].includes(target)) return;
      refuse(
        `${layer} may not import ${target}: dependencies point inwards (renderer → shared ← core ← platform ← main).`,
      );
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const rawIpc = {
  create(context) {
    const file = repositoryPath(context.filename, context.cwd);
    const layer = layerOf(file);
    if (!file.startsWith("electron/") || layer === "ipc" || layer === "core") return {};
    const refuse = (node, what) =>
      context.report({ node, message: `No raw ${what} here: import from electron/desktop/ipc instead.` });
    return {
      ImportSpecifier(node) {
        if (RAW_IPC.has(node.imported.name)) refuse(node, node.imported.name);
      },
      MemberExpression(node) {
        const name = node.property?.name;
        if (RAW_IPC.has(name)) refuse(node, name);
        if (RAW_SENDS.has(name) && node.parent?.type === "CallExpression" && node.parent.callee === node) {
          refuse(node, `webContents.${name}`);
        }
      },
    };
  },
};

export default {
  meta: { name: "borders" },
  rules: { layers, "raw-ipc": rawIpc },
};
