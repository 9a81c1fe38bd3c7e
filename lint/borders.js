// The rooms of the architecture and their directions as lint rules (ARCHITECTURE.md, "Rules"). Each rule has a fixture
// under test/fixtures/lint that breaks it.
import path from "node:path";

/** The layers of `shared`. Layers outside `shared` may import these layers, but no feature, not even its types. */
const SHARED_LAYERS = [
  "shared/contract",
  "shared/query",
  "shared/inventory",
  "shared/computed-columns.ts",
  "shared/base",
];

/**
 * The rooms that each room may import besides itself; `/**` stands for a room with the rooms in it. A file
 * belongs to the room with the longest path that is a prefix of the file's path.
 */
const MAY_IMPORT = {
  "shared/base": [],
  // The list of columns that features compute: the one way from a layer to its features.
  "shared/computed-columns.ts": ["shared/features", "shared/inventory"],
  "shared/inventory": ["shared/computed-columns.ts", "shared/base"],
  "shared/query": ["shared/computed-columns.ts", "shared/inventory", "shared/base"],
  "shared/delivery": ["shared/contract", "shared/query", "shared/inventory", "shared/base"],
  "shared/features": [
    "shared/delivery",
    "shared/contract",
    "shared/query",
    "shared/inventory",
    "shared/base",
  ],
  "shared/contract": ["shared/**"],

  "electron/base": SHARED_LAYERS,
  "electron/client": ["electron/base", ...SHARED_LAYERS],
  "electron/store/database": ["electron/base", ...SHARED_LAYERS],
  "electron/store/ingest": ["electron/store/database", "electron/base", ...SHARED_LAYERS],
  "electron/store/query": ["electron/store/database", "electron/base", ...SHARED_LAYERS],
  "electron/store/user-data": ["electron/store/database", "electron/base", ...SHARED_LAYERS],
  "electron/store": ["electron/base", ...SHARED_LAYERS],
  "electron/index": ["electron/store/query", "electron/store/database", "electron/base", ...SHARED_LAYERS],
  // Opens a copy: its writer's thread, and its reader's.
  "electron/index/inventory-store.ts": [
    "electron/index",
    "electron/store/**",
    "electron/base",
    ...SHARED_LAYERS,
  ],
  "electron/sync": ["electron/store/**", "electron/client", "electron/base", ...SHARED_LAYERS],
  "electron/delivery": [
    "electron/index",
    "electron/store/**",
    "electron/client",
    "electron/base",
    "shared/delivery",
    ...SHARED_LAYERS,
  ],
  "electron/api-server": ["electron/base", ...SHARED_LAYERS],
  "electron/sample-service": ["electron/api-server", "electron/base", "shared/**"],
  "electron/features": [
    "electron/delivery",
    "electron/sync",
    "electron/index",
    "electron/index/inventory-store.ts",
    "electron/sample-service",
    "electron/api-server",
    "electron/store/**",
    "electron/client",
    "electron/base",
    "shared/**",
  ],
  "electron/hosts/core": [
    "electron/features",
    "electron/delivery",
    "electron/sync",
    "electron/index/**",
    "electron/store/**",
    "electron/client",
    "electron/base",
    "shared/**",
  ],
  "electron/hosts/browser": [
    "electron/hosts/core",
    "electron/features",
    "electron/delivery",
    "electron/client",
    "electron/base",
    "shared/**",
  ],
  "electron/hosts/cli": [
    "electron/hosts/core",
    "electron/features",
    "electron/delivery",
    "electron/sync",
    "electron/index/**",
    "electron/sample-service",
    "electron/store/**",
    "electron/client",
    "electron/base",
    "shared/**",
  ],
  "electron/hosts/desktop/ipc": ["electron/hosts/core", "electron/base", "shared/**"],
  "electron/hosts/desktop": [
    "electron/hosts/cli",
    "electron/hosts/core",
    "electron/features",
    "electron/client",
    "electron/base",
    "shared/**",
  ],
  "electron/main.ts": ["electron/hosts/desktop"],
  "electron/preload.ts": ["electron/hosts/desktop/ipc", "shared/**"],
  "electron/cli.ts": ["electron/hosts/cli", "electron/features", "electron/base", "shared/base"],

  "renderer/base": ["shared/base"],
  "renderer/host": ["renderer/base", "shared/**"],
  "renderer/commands": ["renderer/base", "shared/contract", "shared/base"],
  "renderer/ui": ["renderer/base", "shared/base"],
  "renderer/grid": ["renderer/ui", "renderer/base", "shared/base"],
  "renderer/inventory": ["renderer/ui", "renderer/commands", "renderer/host", "renderer/base", "shared/**"],
  "renderer/table": [
    "renderer/grid",
    "renderer/inventory",
    "renderer/ui",
    "renderer/commands",
    "renderer/host",
    "renderer/base",
    "shared/**",
  ],
  "renderer/delivery": ["renderer/inventory", "renderer/ui", "renderer/host", "renderer/base", "shared/**"],
  "renderer/features": [
    "renderer/delivery",
    "renderer/table",
    "renderer/grid",
    "renderer/inventory",
    "renderer/ui",
    "renderer/commands",
    "renderer/host",
    "renderer/base",
    "shared/**",
  ],
  "renderer/shell": [
    "renderer/features",
    "renderer/delivery",
    "renderer/table",
    "renderer/inventory",
    "renderer/ui",
    "renderer/commands",
    "renderer/host",
    "renderer/base",
    "shared/**",
  ],
  "renderer/main.ts": ["renderer/shell", "renderer/base"],
  "renderer/env.d.ts": [],
};
const ROOMS = Object.keys(MAY_IMPORT).toSorted((a, b) => b.length - a.length);

/** Rooms whose folders may not import each other, except the pairs of `FEATURE_PAIRS`. */
const SEPARATE = new Set(["shared/features", "electron/features", "renderer/features"]);

/** The rooms inside a feature, and the rooms next to it that each may import. */
const FEATURE_ROOMS = {
  "electron/features/collector/serving": [],
  "electron/features/collector/leading": ["serving"],
  "electron/features/collector/postgres": ["serving", "leading"],
};

/** Features that may import another feature. Keep this list short. */
const FEATURE_PAIRS = new Set([
  "shared/features/counts -> scanner",
  "shared/features/views -> alerts",
  "electron/features/alerts -> custody",
  "electron/features/assistants -> alerts",
  "electron/features/assistants -> custody",
  "electron/features/backup -> connections",
  "electron/features/collector -> alerts",
  "electron/features/collector -> connections",
  "electron/features/collector -> names",
  "electron/features/collector -> views",
  "electron/features/connections -> stock-value",
  "electron/features/counts -> scanner",
  "electron/features/diagnostics -> connections",
  "electron/features/exports -> connections",
  "electron/features/schedules -> views",
  "renderer/features/alerts -> custody",
  "renderer/features/connections -> backup",
  "renderer/features/exports -> schedules",
  "renderer/features/names -> custody",
  "renderer/features/overview -> stock-value",
]);

const MAY_IMPORT_ELECTRON = /^electron\/(hosts\/desktop\/|main\.ts$|preload\.ts$)/;
const MAY_IMPORT_NODE = /^electron\//;
const RAW_IPC_ROOM = "electron/hosts/desktop/ipc";
const RAW_IPC = new Set(["ipcMain", "ipcRenderer"]);
const RAW_SENDS = new Set(["send", "sendSync", "sendToFrame", "postMessage"]);

/** The path inside the repository; for a lint fixture, the path after its own folder. */
export function repositoryPath(filename, cwd) {
  const relative = path.relative(cwd, filename).split(path.sep).join("/");
  return relative.replace(/^test\/fixtures\/lint\/[^/]+\//, "");
}

const isIn = (file, room) => file === room || file.startsWith(`${room}/`);
const roomOf = (file) => ROOMS.find((room) => isIn(file, room));
/** Whether a file belongs to the product. */
export const isChecked = (file) => /^(electron|renderer|shared)\//.test(file);

/** Why a file may not import another one of its feature; null if it may. The feature's own files put its rooms together. */
function featureRefusal(file, target) {
  const roomIn = (one) => Object.keys(FEATURE_ROOMS).find((room) => isIn(one, room));
  const [from, to] = [roomIn(file), roomIn(target)];
  if (!from || !to || from === to || FEATURE_ROOMS[from].includes(to.split("/").at(-1))) return null;
  return `${from} may not import ${to}: see FEATURE_ROOMS in lint/borders.js.`;
}

/** Why a file may not import another one; null if it may. */
function refusal(file, target) {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (!isChecked(target)) return null;
  if (from === to) {
    const folder = file.slice(from.length + 1).split("/")[0];
    const other = target.slice(to.length + 1).split("/")[0];
    if (!SEPARATE.has(from)) return null;
    if (folder === other) return featureRefusal(file, target);
    if (!FEATURE_PAIRS.has(`${from}/${folder} -> ${other}`))
      return `${folder} may not import ${other}: see FEATURE_PAIRS in lint/borders.js.`;
    if (target === `${from}/${other}/public.ts`) return null;
    return `${folder} may import ${other} through its public.ts only.`;
  }
  // A room's own files put the rooms inside it together.
  if (isIn(target, from) && from !== target) return null;
  const allowed = MAY_IMPORT[from].some(
    (room) => room === to || (room.endsWith("/**") && isIn(target, room.slice(0, -3))),
  );
  return allowed ? null : `${from} may not import ${to ?? target}: see MAY_IMPORT in lint/borders.js.`;
}

/** The packages of texts, which two files of `shared` import. */
const isOfTexts = (file, source) =>
  /^shared\/base\/text\/(texts|catalogue)\.ts$/.test(file)
  && /^(icu-minify\/|@schummar\/icu-type-parser$)/.test(source);

const rooms = {
  create(context) {
    const file = repositoryPath(context.filename, context.cwd);
    if (!isChecked(file)) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string") return;
      const refuse = (message) => context.report({ node, message });
      if (source === "electron" || source.startsWith("electron/")) {
        if (!MAY_IMPORT_ELECTRON.test(file))
          refuse(
            `Only electron/hosts/desktop and the entries import "electron". Take what you need as a parameter.`,
          );
      } else if (source.startsWith("node:")) {
        if (!MAY_IMPORT_NODE.test(file))
          refuse(`The page and shared/ run without Node: no "${source}" here.`);
      } else if (source.startsWith(".")) {
        const message = refusal(file, path.posix.join(path.posix.dirname(file), source));
        if (message !== null) refuse(message);
      } else if (file.startsWith("shared/") && source !== "zod" && !isOfTexts(file, source))
        refuse(`shared/ imports only itself and zod; texts.ts imports the library of messages.`);
    };
    return {
      Program(node) {
        if (!roomOf(file)) context.report({ node, message: `${file} is in no room of lint/borders.js.` });
      },
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
    if (!/^electron\/(hosts\/desktop\/|[^/]+\.ts$)/.test(file) || isIn(file, RAW_IPC_ROOM)) return {};
    const refuse = (node, what) =>
      context.report({ node, message: `No raw ${what} here: import from ${RAW_IPC_ROOM} instead.` });
    return {
      ImportSpecifier(node) {
        if (RAW_IPC.has(node.imported.name)) refuse(node, node.imported.name);
      },
      MemberExpression(node) {
        const name = node.property?.name;
        if (RAW_IPC.has(name)) refuse(node, name);
        if (RAW_SENDS.has(name) && node.parent?.type === "CallExpression" && node.parent.callee === node)
          refuse(node, `webContents.${name}`);
      },
    };
  },
};

export default {
  meta: { name: "borders" },
  /** For the test that checks whether each room has a fixture. */
  rooms: [...ROOMS, ...Object.keys(FEATURE_ROOMS)],
  rules: { rooms, "raw-ipc": rawIpc },
};
