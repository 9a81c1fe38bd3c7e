import path from "node:path";
import { parseArgs } from "node:util";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { startCore } from "../../electron/hosts/core/app-core.ts";
import { systemClock } from "../../electron/base/clock.ts";
import { startBrowserHost } from "../../electron/hosts/browser/browser-host.ts";
import { ROOT } from "../../scripts/root.ts";
import { NO_POLICY } from "../../shared/base/policy.ts";

/**
 * The browser host over a keychain in memory, which begins with the keys of STOCKDECK_TEST_KEYS. A test
 * restarts the app with its key by this, on a machine without a keyring. Ids of profiles are random; the key
 * called `default` belongs to every profile without another key. The keychain never answers for the key
 * `ASKING`. SIGUSR2 stands for the system's event of sleep; the next SIGUSR2 stands for its event of waking.
 */
const ASKING = "(the keychain asks for a password)";
const { values } = parseArgs({ options: { folder: { type: "string", default: "" } } });
const keys = new Map(
  Object.entries(JSON.parse(process.env["STOCKDECK_TEST_KEYS"] ?? "{}") as Record<string, string>),
);

const core = startCore({
  confirmOrigin: async () => true,
  folder: path.resolve(values.folder),
  version: "0.0.0",
  host: "browser",
  policy: NO_POLICY,
  fetch: nodeFetch,
  clock: systemClock,
  keychain: {
    get: (account) => {
      const key = keys.get(account) ?? keys.get("default") ?? "";
      return key === ASKING ? new Promise(() => {}) : Promise.resolve(key || null);
    },
    set: (account, key) => Promise.resolve(void keys.set(account, key)),
    delete: (account) => Promise.resolve(void keys.set(account, "")),
  },
  sink: () => {},
  copyText: () => {},
  chooseExport: async () => null,
  confirmReplace: async () => false,
  chooseFolder: async () => null,
  trayAvailable: async () => false,
  openFile: async () => {},
  chooseFile: async () => null,
});
const host = await startBrowserHost({ core, pages: path.join(ROOT, "dist/renderer") });
console.log(host.url);
let asleep = false;
process.on("SIGUSR2", () => {
  asleep = !asleep;
  void (asleep ? core.suspend() : core.resume());
});
process.once("SIGTERM", () => {
  void host
    .close()
    .then(() => core.close())
    .then(() => process.exit(0));
});
