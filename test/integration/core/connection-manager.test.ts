import { describe, expect, it } from "vitest";
import path from "node:path";
import { openUserStore } from "../../../electron/hosts/core/open-user-store.ts";
import { KeyVault } from "../../../electron/base/keychain/key-vault.ts";
import { KeychainUnavailable, type Keychain } from "../../../electron/base/keychain/keychain.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { BASE, kept, memory, start } from "./support.ts";
import { afterPush } from "../../helpers/after-push.ts";

describe("connections restored at a start", () => {
  it("a restored connection shows its copy at once while the keychain still loads", async () => {
    const folder = await temporaryFolder();
    const first = start(folder, memory());
    await first.core.dispatch("connect", { baseUrl: BASE, key: "first-key" });
    await first.core.close();
    let open = (_key: string): void => {};
    const slow: Keychain = { ...memory(), get: () => new Promise((resolve) => (open = resolve)) };
    const { core, keys } = start(folder, slow);
    expect(await core.dispatch("bootstrap", undefined)).toMatchObject({
      ok: true,
      value: {
        connection: {
          baseUrl: BASE,
          key: "waiting",
          keychainProblem: { english: expect.stringContaining("keychain") },
        },
      },
    });
    open(kept("first-key"));
    await afterPush(core, () => keys.has("first-key"));
  });

  it("a restored connection ignores a late keychain key if the user entered another key", async () => {
    const folder = await temporaryFolder();
    const first = start(folder, memory());
    await first.core.dispatch("connect", { baseUrl: BASE, key: "old-key" });
    await first.core.close();
    let open = (_key: string): void => {};
    const slow: Keychain = { ...memory(), get: () => new Promise((resolve) => (open = resolve)) };
    const { core, keys } = start(folder, slow);
    await core.dispatch("bootstrap", undefined);
    expect(await core.dispatch("replaceKey", { key: "new-key" })).toMatchObject({
      ok: true,
      value: { key: "keychain" },
    });
    open(kept("old-key"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await core.dispatch("syncNow", { full: false });
    await afterPush(core, () => keys.has("new-key"));
    expect(keys).toEqual(new Set(["new-key"]));
  });
});

describe("API keys of connections", () => {
  it("the app without a keychain keeps a key until the app closes, and gives the reason", async () => {
    const refuse = async (): Promise<never> => {
      throw new KeychainUnavailable("locked");
    };
    const { core, keys } = start(await temporaryFolder(), { get: refuse, set: refuse, delete: refuse });
    expect(await core.dispatch("connect", { baseUrl: BASE, key: "session-key" })).toMatchObject({
      ok: true,
      value: {
        key: "session",
        keychainProblem: { english: expect.stringContaining("The keyring is locked.") },
      },
    });
    await afterPush(core, () => keys.has("session-key"));
    expect(await core.dispatch("forgetKey", undefined)).toMatchObject({ ok: true, value: { key: "none" } });
    expect(await core.dispatch("syncNow", { full: false })).toMatchObject({
      ok: false,
      error: { kind: "no_key" },
    });
  });

  it("the app sends a key only to the service for which the user entered the key", async () => {
    const folder = await temporaryFolder();
    const secrets = new Map<string, string>();
    const first = start(folder, memory(secrets));
    const { connectionId } = await first.call("connect", { baseUrl: BASE, key: "my-key" });
    await first.core.close();
    const store = openUserStore(path.join(folder, "user.sqlite"), systemClock);
    const connections = String(await store.get("connections"));
    await store.set(
      "connections",
      connections.replace("https://inventory.example/", "https://evil.example/"),
    );
    await store.close();

    const second = start(folder, memory(secrets));
    expect((await second.call("bootstrap")).connection).toMatchObject({
      baseUrl: BASE.replace("inventory.example", "evil.example"),
      key: "none",
      keychainProblem: {
        english:
          "The stored key is for https://inventory.example and is not sent to https://evil.example. Enter the key of that service.",
        key: "keychain.key.otherService",
        values: { origin: "https://inventory.example", wanted: "https://evil.example" },
      },
    });
    expect(await second.kindOf("syncNow", { full: false })).toBe("no_key");
    expect(await second.kindOf("testConnection", { baseUrl: "https://evil.example/v1" })).toBe("no_key");
    expect(second.keys).toEqual(new Set());
    expect(secrets.get(connectionId)).toBe(kept("my-key"));
  });

  it("the app does not use a stored key without a service address", async () => {
    const folder = await temporaryFolder();
    const secrets = new Map<string, string>();
    const first = start(folder, memory(secrets));
    const { connectionId } = await first.call("connect", { baseUrl: BASE, key: "my-key" });
    await first.core.close();
    secrets.set(connectionId, "my-key");
    const second = start(folder, memory(secrets));
    expect((await second.call("bootstrap")).connection).toMatchObject({
      key: "none",
      keychainProblem: { english: expect.stringContaining("Enter the key again") },
    });
    expect(second.keys).toEqual(new Set());
  });

  it("the key vault stops redacting forgotten and replaced keys", async () => {
    const vault = new KeyVault(memory());
    await vault.store("a", BASE, "first-key");
    await vault.store("a", BASE, "second-key");
    await vault.store("b", BASE, "third-key");
    expect(vault.secrets()).toEqual(["second-key", "third-key"]);
    await vault.forget("a");
    expect(vault.secrets()).toEqual(["third-key"]);
  });

  it("the app tests a stored key only at its connection's address", async () => {
    const { core } = start(await temporaryFolder(), memory());
    await core.dispatch("connect", { baseUrl: `${BASE}/`, key: "stored-key" });
    expect(await core.dispatch("testConnection", { baseUrl: BASE })).toMatchObject({ ok: true });
    expect(await core.dispatch("testConnection", { baseUrl: "https://elsewhere.example/v1" })).toMatchObject({
      ok: false,
      error: { kind: "no_key" },
    });
  });

  it.each(["forgetKey", "disconnect"] as const)(
    "the call %s reports that an earlier key stays in a locked keychain",
    async (name) => {
      const folder = await temporaryFolder();
      const secrets = new Map<string, string>();
      const first = start(folder, memory(secrets));
      const { connectionId } = await first.call("connect", { baseUrl: BASE, key: "old-key" });
      await first.core.close();
      const locked = async (): Promise<never> => {
        throw new KeychainUnavailable("locked");
      };
      let isLocked = true;
      const open = memory(secrets);
      const second = start(folder, {
        get: (account) => (isLocked ? locked() : open.get(account)),
        set: locked,
        delete: (account) => (isLocked ? locked() : open.delete(account)),
      });
      await second.call("bootstrap");
      expect(await second.call("replaceKey", { key: "new-key" })).toMatchObject({ key: "session" });
      expect(await second.kindOf(name)).toBe("keychain");
      // Nothing was removed, so that the user can try again.
      expect((await second.call("bootstrap")).connection).toMatchObject({ connectionId, key: "session" });
      isLocked = false;
      expect(await second.kindOf(name)).toBe("ok");
      expect(secrets.size).toBe(0);
    },
  );

  it("an earlier session's connection can be forgotten without a keychain", async () => {
    const folder = await temporaryFolder();
    const refuse = async (): Promise<never> => {
      throw new KeychainUnavailable("noService");
    };
    const none: Keychain = { get: refuse, set: refuse, delete: refuse };
    const first = start(folder, none);
    await first.call("connect", { baseUrl: BASE, key: "session-key" });
    await first.core.close();
    const second = start(folder, none);
    await second.call("bootstrap");
    expect(await second.call("replaceKey", { key: "new-key" })).toMatchObject({ key: "session" });
    expect(await second.kindOf("disconnect")).toBe("ok");
    expect((await second.call("bootstrap")).connection).toBeNull();
  });

  it("the app reports an error if it cannot remove a key from the keychain", async () => {
    const stubborn: Keychain = {
      ...memory(),
      delete: async () => {
        throw new KeychainUnavailable("locked");
      },
    };
    const { core } = start(await temporaryFolder(), stubborn);
    await core.dispatch("connect", { baseUrl: BASE, key: "a-key" });
    expect(await core.dispatch("forgetKey", undefined)).toMatchObject({
      ok: false,
      error: { kind: "keychain" },
    });
    expect(await core.dispatch("disconnect", undefined)).toMatchObject({
      ok: false,
      error: { kind: "keychain" },
    });
  });
});

it("calls that need a connection fail with the reason if there is no connection", async () => {
  const { core } = start(await temporaryFolder(), memory());
  await core.dispatch("bootstrap", undefined);
  for (const [name, input] of [
    ["replaceKey", { key: "k" }],
    ["forgetKey"],
    ["wipeLocalData"],
    ["disconnect"],
    ["adoptAsNewConnection"],
    ["syncNow", { full: false }],
    ["refreshRecord", { resource: "items", id: "a" }],
  ] as const) {
    expect([name, await core.dispatch(name, input)]).toMatchObject([
      name,
      { ok: false, error: { kind: "no_key" } },
    ]);
  }
});
