import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { KeychainUnavailable, type Keychain } from "../../../electron/base/keychain/keychain.ts";
import { startSampleService } from "../../../electron/sample-service/index.ts";
import type { CallInput, CallName, CallOutput } from "../../../shared/contract/contract.ts";
import type { Result } from "../../../shared/base/errors.ts";
import { DEFAULT_EVENT_SETTINGS, type EventSettings } from "../../../shared/features/webhooks/event-calls.ts";
import { memoryKeychain } from "../../helpers/memory-keychain.ts";
import { startRelay } from "../../helpers/relay-under-test.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { startCoreUnderTest } from "../contract/core-under-test.ts";

const TOKEN = "CanaryToken_of-the-relay";

/** A core that is connected to a sample service. */
async function start(keychain?: Keychain) {
  const service = await startSampleService({ items: 30 });
  onTestFinished(() => service.close());
  const secrets = new Map<string, string>();
  const under = startCoreUnderTest("electron", { keychain: keychain ?? memoryKeychain(secrets) });
  onTestFinished(() => under.close());
  const answers: string[] = [];
  const call = async <N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>> => {
    const result = (await under.core.dispatch(name, input)) as Result<CallOutput<N>>;
    answers.push(JSON.stringify(result));
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  const { profileId } = await call("connect", { baseUrl: service.url, key: service.key });
  await waitUntil(async () => (await call("getStatus")).state === "idle", "the first pull");
  const save = (settings: Partial<EventSettings>, more: Partial<CallInput<"saveEvents">> = {}) =>
    call("saveEvents", { profileId, settings: { ...DEFAULT_EVENT_SETTINGS, ...settings }, ...more });
  const state = () => call("eventState", { profileId });
  return { ...under, service, secrets, answers, call, profileId, save, state };
}

/** Every file of a folder that contains a text. */
const filesWith = (folder: string, text: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .filter((name) => fs.readFileSync(path.join(folder, name)).includes(text));

describe("the token of a relay", () => {
  it("the token of a relay is in the keychain, and in no file, answer or log line", async () => {
    const { save, secrets, profileId, folder, answers, lines, core } = await start();
    const relay = await startRelay(path.join(folder, "relay"));
    onTestFinished(() => relay.receiver.close());
    await save({ source: "relay", relayUrl: relay.receiver.url }, { token: TOKEN });
    expect(secrets.get(`${profileId}.relay`)).toContain(TOKEN);
    core.log.warn("a line", { cause: new Error(`said ${TOKEN}`) });
    expect(lines.at(-1)).toContain("a line");
    expect([...answers, ...lines].filter((text) => text.includes(TOKEN))).toEqual([]);
    expect(filesWith(folder, TOKEN)).toEqual([]);
  });

  it("the token of a relay is sent only to that relay", async () => {
    const { save, call, profileId, state } = await start();
    const other = await startRelay(await temporaryFolder());
    onTestFinished(() => other.receiver.close());
    await save({ source: "relay", relayUrl: "https://events.example.com/a" }, { token: TOKEN });
    expect(await save({ source: "relay", relayUrl: "https://events.example.com/b" })).toMatchObject({
      token: "keychain",
    });
    expect(await save({ source: "relay", relayUrl: other.receiver.url })).toMatchObject({ token: "none" });
    await waitUntil(async () => (await state()).state === "refused", "the refusal");
    expect((await state()).problem).toContain("The stored token is for another relay");
    await expect(call("testRelay", { profileId, relayUrl: other.receiver.url })).rejects.toThrow(
      "Enter the token",
    );
    expect(other.receiver.counts().subscribers).toBe(0);
  });

  it("the token of a relay is removed with its connection, and when the user forgets the token", async () => {
    const { save, call, secrets, profileId } = await start();
    const settings = { source: "relay", relayUrl: "https://events.example.com" } as const;
    await save(settings, { token: TOKEN });
    expect(await save(settings, { forget: true })).toMatchObject({ token: "none" });
    await save(settings, { token: TOKEN });
    await call("disconnect", { profileId });
    expect(secrets).toEqual(new Map());
  });

  it("a connection can be removed even if the keychain cannot be used", async () => {
    const unavailable = async (): Promise<never> => {
      throw new KeychainUnavailable("There is no keychain.");
    };
    const { save, call, profileId } = await start({
      get: unavailable,
      set: unavailable,
      delete: unavailable,
    });
    const settings = { source: "relay", relayUrl: "https://events.example.com" } as const;
    expect(await save(settings, { token: TOKEN })).toMatchObject({
      token: "session",
      keychainProblem: "There is no keychain.",
    });
    await call("disconnect", { profileId });
    expect((await call("listProfiles")).profiles).toEqual([]);
  });

  it("a locked keychain with a stored secret keeps the connection until the keychain is unlocked", async () => {
    const secrets = new Map<string, string>();
    let isLocked = false;
    const memory = memoryKeychain(secrets);
    const unlocked = <R>(work: () => Promise<R>): Promise<R> =>
      isLocked ? Promise.reject(new KeychainUnavailable("The keyring is locked.")) : work();
    const { save, call, profileId } = await start({
      get: (account) => unlocked(() => memory.get(account)),
      set: (account, secret) => unlocked(() => memory.set(account, secret)),
      // The API key's own entry can be removed: that it is not, shows that nothing was.
      delete: (account) =>
        account.includes(".") ? unlocked(() => memory.delete(account)) : memory.delete(account),
    });
    const settings = { source: "relay", relayUrl: "https://events.example.com" } as const;
    await save(settings, { token: TOKEN });
    isLocked = true;
    // In memory it takes the place of the one in the keychain, which stays.
    await save(settings, { token: "another" });
    await expect(save(settings, { forget: true })).rejects.toThrow("The keyring is locked.");
    await expect(call("disconnect", { profileId })).rejects.toThrow("The keyring is locked.");
    isLocked = false;
    await save(settings, { forget: true });
    expect([...secrets.keys()]).toEqual([profileId]);
  });

  it("a keychain that does not answer does not delay the change to another connection", async () => {
    const memory = memoryKeychain();
    let isAsked = false;
    const silent: Keychain = {
      ...memory,
      get: (account) => {
        if (!account.includes(".")) return memory.get(account);
        isAsked = true;
        return new Promise(() => {});
      },
    };
    const { call, core, profileId } = await start(silent);
    const settings = {
      ...DEFAULT_EVENT_SETTINGS,
      source: "relay" as const,
      relayUrl: "https://events.example.com",
    };
    // It waits for the keychain for ever.
    void core.dispatch("saveEvents", { profileId, settings });
    await waitUntil(() => isAsked, "the question to the keychain");
    const sample = await call("exploreSample");
    expect(sample.profileId).not.toBe(profileId);
  });
});
