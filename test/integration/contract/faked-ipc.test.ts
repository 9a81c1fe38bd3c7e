import type { IpcMain, IpcMainInvokeEvent } from "electron";
import { afterAll, describe, expect, it } from "vitest";
import { pushEvents, serveCalls } from "../../../electron/hosts/desktop/ipc/serve-calls.ts";
import { callChannel, eventChannel } from "../../../shared/contract/channels.ts";
import { CALLS, PUSHES, type CallName, type PushName } from "../../../shared/contract/contract.ts";
import { contractSuite } from "./contract-suite.ts";
import { startCoreUnderTest } from "./core-under-test.ts";

type Handler = Parameters<IpcMain["handle"]>[1];

const under = startCoreUnderTest("electron");
const handlers = new Map<string, Handler>();
const ipc: Pick<IpcMain, "handle" | "removeHandler"> = {
  handle: (channel, handler) => {
    if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
    handlers.set(channel, handler);
  },
  removeHandler: (channel) => void handlers.delete(channel),
};
const ours = { sender: { id: 1 }, senderFrame: {} } as unknown as IpcMainInvokeEvent;
const stranger = { sender: { id: 2 }, senderFrame: {} } as unknown as IpcMainInvokeEvent;
const received: { name: string; payload: unknown }[] = [];
let destroyed = false;

const stopServing = serveCalls({
  ipc,
  dispatch: under.core.dispatch,
  senders: { windowOf: ({ sender }) => (sender.id === 1 ? 1 : null) },
  log: under.core.log,
});
const stopPushing = pushEvents(under.core.events, 1, {
  isDestroyed: () => destroyed,
  // As in Electron, a value that cannot be cloned throws here, and nothing is shared.
  send: (channel: string, ...[payload]: unknown[]) => {
    const name = Object.keys(PUSHES).find((event) => eventChannel(event as PushName) === channel);
    if (name === undefined || destroyed) throw new Error(`nobody listens to ${channel}`);
    received.push({ name, payload: structuredClone(payload) });
  },
});

const invoke = async (event: IpcMainInvokeEvent, name: string, input: unknown): Promise<unknown> => {
  const handler = handlers.get(callChannel(name as CallName));
  if (!handler) throw new Error(`No handler registered for '${name}'`);
  return structuredClone(await (handler(event, structuredClone(input)) as Promise<unknown>));
};

const suite = contractSuite({
  call: (name, input) => invoke(ours, name, input),
  events: () => received,
  logLines: () => under.lines,
  folder: under.folder,
  savesTo: under.savesTo,
});

afterAll(async () => {
  await suite.close();
  await under.close();
});

// Each step uses data of the steps before it, and the last test removes the calls.
describe("the contract over a fake IPC", { shuffle: false }, () => {
  it.each(suite.steps)("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
  it("the wrapper refuses an unknown sender's calls before parsing them", async () => {
    const count = under.lines.length;
    for (const name of Object.keys(CALLS)) {
      expect(await invoke(stranger, name, { key: "Canary" })).toEqual({
        ok: false,
        error: { kind: "invalid_input", message: expect.stringContaining("may not") },
      });
    }
    const lines = under.lines.slice(count).filter((line) => line.includes("unknown sender"));
    expect(lines).toHaveLength(Object.keys(CALLS).length);
    expect(lines.join()).not.toContain("Canary");
  });

  it("the wrapper copies text from the page to the clipboard", async () => {
    expect(await invoke(ours, "copyText", { text: "req_1" })).toEqual({ ok: true, value: undefined });
    expect(under.copied).toEqual(["req_1"]);
  });

  it("the wrapper handles exactly the contract's calls and can remove the handlers", async () => {
    expect([...handlers.keys()].toSorted()).toEqual(
      Object.keys(CALLS)
        .map((name) => callChannel(name as CallName))
        .toSorted(),
    );
    await expect(invoke(ours, "eval", {})).rejects.toThrow(/No handler/);
    stopServing();
    expect(handlers.size).toBe(0);
  });

  it("the wrapper pushes nothing to a closed page", () => {
    const count = received.length;
    destroyed = true;
    under.core.events.emit("connection", null);
    destroyed = false;
    stopPushing();
    under.core.events.emit("connection", null);
    expect(received).toHaveLength(count);
  });
});
