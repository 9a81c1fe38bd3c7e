import type { Keychain } from "../../electron/base/keychain/keychain.ts";

/** A keychain in memory. */
export const memoryKeychain = (secrets = new Map<string, string>()): Keychain => ({
  get: async (account) => secrets.get(account) ?? null,
  set: async (account, secret) => void secrets.set(account, secret),
  delete: async (account) => void secrets.delete(account),
});
