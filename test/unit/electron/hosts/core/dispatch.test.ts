import { describe, expect, it } from "vitest";
import { createDispatch, type Dispatch } from "../../../../../electron/hosts/core/dispatch.ts";
import { createLog } from "../../../../../electron/base/log.ts";
import { CALLS, type Handlers } from "../../../../../shared/contract/contract.ts";
import { AppFailure } from "../../../../../shared/base/errors.ts";
import { DEFAULT_SETTINGS } from "../../../../../shared/inventory/settings.ts";

interface Border {
  readonly dispatch: Dispatch;
  readonly lines: string[];
  readonly calls: [string, unknown][];
}

/** A dispatch whose handlers record their inputs and return the test's answers. */
function border(answers: Readonly<Record<string, (input: unknown) => unknown>> = {}): Border {
  const lines: string[] = [];
  const calls: [string, unknown][] = [];
  const handlers = Object.fromEntries(
    Object.keys(CALLS).map((name) => [
      name,
      (input: unknown) => (calls.push([name, input]), answers[name]?.(input)),
    ]),
  ) as unknown as Handlers;
  return {
    dispatch: createDispatch(
      handlers,
      createLog((line) => lines.push(line)),
    ),
    lines,
    calls,
  };
}

describe("dispatch()", () => {
  it.each(["nothing", "", "toString", "__proto__", "constructor", "hasOwnProperty"])(
    "dispatch() refuses %j as an invalid call",
    async (name) => {
      const { dispatch, calls } = border();
      expect(await dispatch(name, {})).toMatchObject({ ok: false, error: { kind: "invalid_input" } });
      expect(calls).toEqual([]);
    },
  );

  it("dispatch() refuses bytes and endless lists without printing them", async () => {
    const { dispatch, calls } = border();
    for (const definition of [new Uint8Array(2 ** 25), Object("x".repeat(2 ** 25)), Array(2 ** 30)])
      expect(await dispatch("createView", { definition })).toMatchObject({
        ok: false,
        error: { kind: "invalid_input" },
      });
    expect(calls).toEqual([]);
  });

  it("dispatch() refuses input with too deep, circular or endlessly repeated parts", async () => {
    const { dispatch, calls } = border();
    const deep = (levels: number): unknown => {
      let filter: unknown = { field: "weight", op: "lt", value: 1 };
      for (let level = 0; level < levels; level += 1) filter = { all: [filter] };
      return filter;
    };
    const circular: { all: unknown[] } = { all: [] };
    circular.all.push(circular);
    // Forty levels, each with the same part twice. Code that follows all of them sees 2 to the power of 40
    // parts.
    let twice: unknown = { field: "weight", op: "lt", value: 1 };
    for (let level = 0; level < 40; level += 1) twice = { all: [twice, twice] };
    for (const filter of [deep(50_000), deep(200), circular, twice]) {
      const input = { resource: "items", query: { version: 1, filter }, offset: 0, limit: 1 };
      expect(await dispatch("queryPage", input)).toMatchObject({
        ok: false,
        error: { kind: "invalid_input", message: "The input of queryPage is outside the contract." },
      });
      expect(await dispatch("bootstrap", filter)).toMatchObject({ ok: false });
    }
    expect(calls).toEqual([]);
  });

  it("dispatch() returns an error if reading the input throws", async () => {
    const { dispatch } = border();
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("Canary");
        },
      },
    );
    expect(await dispatch("saveSettings", hostile)).toMatchObject({ ok: false });
  });

  it.each([
    ["connect", { baseUrl: "https://a.example", key: "Canary-key", extra: 1 }],
    ["connect", { baseUrl: "https://a.example" }],
    ["queryPage", { resource: "items", query: { version: 1 }, offset: 0, limit: 501 }],
    ["queryPage", { resource: "users", query: { version: 1 }, offset: 0, limit: 1 }],
    ["queryPage", { resource: "items", query: { version: 2 }, offset: 0, limit: 1 }],
    ["saveSettings", { ...DEFAULT_SETTINGS, pageSize: 251 }],
    ["saveUiState", { name: "../x", value: "" }],
    ["saveUiState", { name: "x", value: "", connectionId: "../x" }],
    ["switchConnection", { connectionId: "a/../b" }],
    ["editConnection", { connectionId: "p", name: " \t", colour: "red" }],
    ["editConnection", { connectionId: "p", name: "x".repeat(61), colour: "red" }],
    ["editConnection", { connectionId: "p", name: "two\nlines", colour: "red" }],
    ["editConnection", { connectionId: "p", name: "a", colour: "#ff0000" }],
    ["bootstrap", { Canary: 1 }],
    ["syncNow", undefined],
    ["reportFocus", "Canary"],
  ])("dispatch() refuses invalid input of %s before its handler runs", async (name, input) => {
    const { dispatch, calls, lines } = border();
    expect(await dispatch(name, input)).toMatchObject({
      ok: false,
      error: { kind: "invalid_input", message: expect.stringContaining(name) },
    });
    expect(calls).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain("Canary");
  });

  it("dispatch() passes parsed input to the handler and treats null as no input", async () => {
    const { dispatch, calls } = border({ saveSettings: (input) => input });
    expect(await dispatch("saveSettings", { pollFocusedSeconds: 30 })).toEqual({
      ok: true,
      value: { ...DEFAULT_SETTINGS, pollFocusedSeconds: 30 },
    });
    expect(await dispatch("cancelSync", null)).toEqual({ ok: true, value: undefined });
    expect(calls).toEqual([
      ["saveSettings", { ...DEFAULT_SETTINGS, pollFocusedSeconds: 30 }],
      ["cancelSync", undefined],
    ]);
  });

  it("dispatch() fails if a handler's result has fields outside the contract", async () => {
    const connection = {
      connectionId: "p",
      kind: "service",
      baseUrl: "https://a.example",
      name: "A",
      colour: "blue",
      key: "session",
      keychainProblem: null,
    };
    const input = { baseUrl: "https://a.example", key: "k" };
    expect(await border({ connect: () => connection }).dispatch("connect", input)).toMatchObject({
      ok: true,
    });
    const { dispatch } = border({ connect: () => ({ ...connection, apiKey: "Canary-key" }) });
    const reply = await dispatch("connect", input);
    expect(reply).toMatchObject({ ok: false, error: { kind: "internal" } });
    expect(JSON.stringify(reply)).not.toContain("Canary-key");
  });

  it("dispatch() returns a failure with its kind and request id", async () => {
    const error = {
      kind: "forbidden",
      message: "m",
      status: 403,
      requestId: "r-1",
      serviceMessage: "no",
    } as const;
    const { dispatch } = border({ getSettings: () => Promise.reject(new AppFailure(error)) });
    expect(await dispatch("getSettings", undefined)).toEqual({ ok: false, error });
  });

  it("dispatch() logs a defect's message and does not return the message", async () => {
    const { dispatch, lines } = border({
      getSettings: () => {
        throw new TypeError("x of undefined");
      },
    });
    const reply = await dispatch("getSettings", undefined);
    expect(reply).toMatchObject({ ok: false, error: { kind: "internal" } });
    expect(JSON.stringify(reply)).not.toContain("x of undefined");
    expect(lines.join()).toContain("x of undefined");
  });
});
