import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  checkFaults,
  FAULT_NAMES,
  faultSchema,
  NO_FAULTS,
  parseFault,
} from "../../service/fault-settings.ts";
import { FaultState } from "../../service/faults.ts";

describe("parseFault()", () => {
  it.each([
    ["latencyMs=20", { latencyMs: 20 }],
    ["dropChance=0.25", { dropChance: 0.25 }],
    ["gzip=true", { gzip: true }],
    ["gzip=false", { gzip: false }],
    ["retryAfter=", { retryAfter: "" }],
    ["retryAfter=120", { retryAfter: "120" }],
    ["retryAfter=Wed, 21 Oct 2026 07:28:00 GMT", { retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT" }],
    ["retryAfterBody=none", { retryAfterBody: null }],
    ["retryAfterBody=7", { retryAfterBody: 7 }],
    ["redirectTo=http://127.0.0.1/?a=b", { redirectTo: "http://127.0.0.1/?a=b" }],
    ["cursorFault=cycle2", { cursorFault: "cycle2" }],
    ["malformedRecords=no_id, null", { malformedRecords: ["no_id", "null"] }],
    ["malformedRecords=", { malformedRecords: [] }],
    ["dateSkewMs=-86400000", { dateSkewMs: -86_400_000 }],
  ])("parseFault() reads %s", (text, settings) => {
    expect(parseFault(text)).toEqual(settings);
  });

  it.each(["latency=20", "latencyMs", "=5", "toString=1", "__proto__=1"])(
    "parseFault() refuses %j in one line that lists the faults",
    (text) => {
      expect(() => parseFault(text)).toThrow(/faults are .*latencyMs.*cursorFault/);
      expect(() => parseFault(text)).not.toThrow(/\n/);
    },
  );

  it.each([
    "latencyMs=fast",
    "latencyMs=",
    "latencyMs=-1",
    "dropChance=1.5",
    "dropNext=1.5",
    "gzip=yes",
    "cursorFault=cycle4",
    "malformedRecords=no_id,nothing",
    "serverErrorStatus=404",
  ])("parseFault() refuses a wrong value and names the fault: %j", (text) => {
    const name = text.split("=")[0];
    expect(() => parseFault(text)).toThrow(new RegExp(`^fault ${name}: .*not valid`));
    expect(() => parseFault(text)).not.toThrow(/\n/);
  });
});

describe("fault settings", () => {
  it("the default faults match their schema", () => {
    expect(faultSchema.parse(NO_FAULTS)).toEqual(NO_FAULTS);
  });

  it("the README's table lists exactly the existing faults", () => {
    const page = readFileSync(new URL("../../service/README.md", import.meta.url), "utf8");
    const section = page.slice(page.indexOf("\n## Faults\n"));
    const rows = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1]);
    expect(new Set(rows)).toEqual(new Set(FAULT_NAMES));
    expect(rows).toHaveLength(FAULT_NAMES.length);
  });

  it("checkFaults() refuses unknown faults and wrong values at run time", () => {
    expect(() => checkFaults({ latency: 3 })).toThrow('unknown fault "latency"');
    expect(() => checkFaults({ dropChance: 2 })).toThrow("fault dropChance");
  });
});

describe("FaultState", () => {
  const request = { path: "/inventory/items", hasCursor: false };

  it("FaultState merges settings and ends a fault after a number of requests", () => {
    const state = new FaultState(() => 0.5);
    state.set({ tooManyNext: 2 });
    state.set({ latencyMs: 5 });
    expect([1, 2, 3].map(() => state.plan(request))).toEqual(["tooMany", "tooMany", "normal"]);
    expect(state.settings.latencyMs).toBe(5);
  });

  it("FaultState uses the given random numbers", () => {
    const rolls = [0.1, 0.9];
    const state = new FaultState(() => rolls.shift() ?? 0.9);
    state.set({ dropChance: 0.5 });
    expect([1, 2].map(() => state.plan(request))).toEqual(["drop", "normal"]);
  });

  it("FaultState applies faults only to onlyPath and after skipRequests", () => {
    const state = new FaultState(() => 0);
    state.set({ onlyPath: "/inventory/items", skipRequests: 1, serverErrorNext: 1 });
    expect(state.plan({ ...request, path: "/inventory/types" })).toBe("normal");
    expect([1, 2, 3].map(() => state.plan(request))).toEqual(["normal", "serverError", "normal"]);
  });

  it("FaultState counts down cursor failures only at requests with a cursor", () => {
    const state = new FaultState(() => 0);
    state.set({ cursorFailures: 1 });
    expect(state.plan(request)).toBe("normal");
    expect(state.plan({ ...request, hasCursor: true })).toBe("badCursor");
    expect(state.plan({ ...request, hasCursor: true })).toBe("normal");
  });
});
