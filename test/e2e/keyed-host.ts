import path from "node:path";
import { parseArgs } from "node:util";
import { startHostHere } from "./host-here.ts";

/**
 * The browser host over a keychain in memory, which begins with the keys of STOCKDECK_TEST_KEYS. With it, a
 * test restarts the app with its key on a machine without a keyring. Ids of connections are random; the key
 * called `default` belongs to every connection without another key. The keychain never answers for the key
 * `ASKING`. SIGUSR2 simulates the system's sleep event; the next SIGUSR2 simulates its wake event.
 */
const ASKING = "(the keychain asks for a password)";
const { values } = parseArgs({ options: { folder: { type: "string", default: "" } } });
const keys = new Map(
  Object.entries(JSON.parse(process.env["STOCKDECK_TEST_KEYS"] ?? "{}") as Record<string, string>),
);

const { core, url, close } = await startHostHere({
  folder: path.resolve(values.folder),
  keychain: {
    get: (account) => {
      const key = keys.get(account) ?? keys.get("default") ?? "";
      return key === ASKING ? new Promise(() => {}) : Promise.resolve(key || null);
    },
    set: (account, key) => Promise.resolve(void keys.set(account, key)),
    delete: (account) => Promise.resolve(void keys.set(account, "")),
  },
});
console.log(url);
let asleep = false;
process.on("SIGUSR2", () => {
  asleep = !asleep;
  void (asleep ? core.suspend() : core.resume());
});
process.once("SIGTERM", () => void close().then(() => process.exit(0)));
