import { systemClock } from "../electron/base/clock.ts";
import { KeychainUnavailable } from "../electron/base/keychain/keychain.ts";
import { NO_POLICY } from "../shared/base/policy.ts";
import manifest from "../package.json" with { type: "json" };
import { NotedUpdates } from "../test/helpers/noted-updates.ts";

/** The keyring of the tour, which a scene can stop. */
export const keyring = { running: true, keys: new Map<string, string>() };
const NO_KEYRING =
  "No Secret Service is running. Install and start a keyring such as gnome-keyring or KWallet, and enter the key again.";

/** The updates of the tour, in the state that a scene sets. */
export const updates = new NotedUpdates();

/** The options that the tour's core starts with. */
export const CORE = {
  version: manifest.version,
  host: "browser",
  policy: NO_POLICY,
  fetch,
  clock: systemClock,
  keychain: {
    get: (account: string) => Promise.resolve(keyring.keys.get(account) ?? null),
    set: (account: string, key: string) =>
      keyring.running
        ? Promise.resolve(void keyring.keys.set(account, key))
        : Promise.reject(new KeychainUnavailable(NO_KEYRING)),
    delete: (account: string) => Promise.resolve(void keyring.keys.delete(account)),
  },
  sink: () => {},
  confirmOrigin: async () => true,
  confirmMailServer: async () => true,
  copyText: () => {},
  chooseExport: async () => null,
  confirmReplace: async () => false,
  chooseFolder: async () => null,
  updates,
  assistantCommand: { command: "/opt/Stockdeck/stockdeck", args: ["--headless", "mcp"] as string[] },
  trayAvailable: async () => false,
  openFile: async () => {},
  chooseFile: async () => null,
} as const;
