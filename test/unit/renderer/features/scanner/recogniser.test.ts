import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  IDLE,
  recognise,
  type KeyPress,
  type RecogniserState,
  type RecogniserStep,
} from "../../../../../renderer/features/scanner/recogniser.ts";
import { press, scanOf } from "./support.ts";

const GAP_MS = 35;

/** Returns the scans among key presses, and the effect of each key. */
function run(keys: readonly KeyPress[]): {
  readonly scans: readonly string[];
  readonly steps: readonly RecogniserStep[];
} {
  let state: RecogniserState = IDLE;
  const scans: string[] = [];
  const steps: RecogniserStep[] = [];
  for (const key of keys) {
    const next = recognise(state, key, GAP_MS);
    ({ state } = next);
    steps.push(next.step);
    if (next.step === "scanned" && state.name === "ended") scans.push(state.run.text);
  }
  return { scans, steps };
}

const scansAmong = (keys: readonly KeyPress[]): readonly string[] => run(keys).scans;

describe("recognise()", () => {
  it("fast characters followed by Enter or Tab are a scan", () => {
    expect(scansAmong(scanOf("itm_1", 0))).toEqual(["itm_1"]);
    expect(scansAmong(scanOf("itm_1", 0, 5, "Tab"))).toEqual(["itm_1"]);
    expect(scansAmong(scanOf("https://example.com/?id=7 8", 0))).toEqual(["https://example.com/?id=7 8"]);
  });
  it("keys up to the maximum gap apart are a scan", () => {
    expect(scansAmong(scanOf("itm_1", 0, GAP_MS))).toEqual(["itm_1"]);
    expect(scansAmong(scanOf("itm_1", 0, GAP_MS + 1))).toEqual([]);
  });
  it("four characters are a scan; three are not", () => {
    expect(scansAmong(scanOf("1234", 0))).toEqual(["1234"]);
    expect(run(scanOf("123", 0)).steps).toEqual(["began", "grew", "grew", "broke"]);
  });
  it("fast characters with a late Enter are not a scan", () => {
    expect(scansAmong([...scanOf("itm_1", 0).slice(0, -1), press("Enter", 20 + GAP_MS + 1)])).toEqual([]);
  });
  it("a held key's repeats are not part of a scan", () => {
    const held = Array.from({ length: 20 }, (_, at) => press("a", at * 30, { repeat: at > 0 }));
    expect(scansAmong([...held, press("Enter", 600)])).toEqual([]);
  });
  it("Shift and AltGr can be part of a scan's characters", () => {
    const altGr = { ctrlKey: true, altKey: true, getModifierState: (name: string) => name === "AltGraph" };
    const keys = [
      press("Shift", 0),
      press("A", 5),
      press("b", 10),
      press("Control", 15),
      press("AltGraph", 20),
      press("@", 25, altGr),
      press("Shift", 30),
      press("C", 35),
      press("Enter", 40),
    ];
    expect(scansAmong(keys)).toEqual(["Ab@C"]);
  });
  it.each([
    ["]", "\u001d"],
    ["^", "\u001e"],
    ["D", "\u0004"],
  ])("Control together with %s is a separator in a scan, even after two characters", (key, separator) => {
    const keys = [...scanOf("0107612345678900", 0), ...scanOf("21ABC123", 85)];
    keys[16] = press("Control", 80);
    keys.splice(17, 0, press(key, 82, { ctrlKey: true }));
    expect(scansAmong(keys)).toEqual([`0107612345678900${separator}21ABC123`]);
    const early = [press("5", 0), press("7", 4), press(key, 8, { ctrlKey: true }), ...scanOf("x", 12)];
    expect(scansAmong(early)).toEqual([`57${separator}x`]);
  });
  it("a separator is also recognised by its key's position on the keyboard", () => {
    const keys = scanOf("12345+678", 0);
    keys[5] = press("+", 25, { ctrlKey: true, code: "BracketRight" });
    expect(scansAmong(keys)).toEqual(["12345\u001d678"]);
  });
  it("STX, ETX and LF around a scan are not part of the scanned text", () => {
    const chord = (key: string, at: number): KeyPress => press(key, at, { ctrlKey: true });
    const keys = [chord("b", 0), ...scanOf("itm_1", 5), chord("j", 35)];
    keys.splice(6, 0, chord("c", 27));
    const { scans, steps } = run(keys);
    expect([scans, steps.at(-1)]).toEqual([["itm_1"], "repeated end"]);
  });
  it("Control and M together end a scan, as Enter does", () => {
    expect(scansAmong([...scanOf("itm_1", 0).slice(0, -1), press("m", 25, { ctrlKey: true })])).toEqual([
      "itm_1",
    ]);
  });
  it("keys after an interrupted scan count as a new scan only after a pause", () => {
    for (const stop of [press("x", 45, { ctrlKey: true }), press("F8", 45), press("Alt", 45)]) {
      const broken = [...scanOf("012345678", 0).slice(0, -1), stop, ...scanOf("21ABC123", 50)];
      expect(scansAmong(broken)).toEqual([]);
      // Its Enter opens and presses nothing.
      expect(run(broken).steps.at(-1)).toBe("repeated end");
      expect(scansAmong([...broken, ...scanOf("itm_9", 300)])).toEqual(["itm_9"]);
    }
  });
  it("a scan that begins with Shift is recognised even right after a typed key", () => {
    expect(scansAmong([press("x", 0), press("Shift", 90), ...scanOf("ITM_1", 95)])).toEqual(["ITM_1"]);
  });
  it.each([
    ["Control", { ctrlKey: true }],
    ["Alt", { altKey: true }],
    ["Meta", { metaKey: true }],
  ])("a character with %s interrupts a scan", (_name, modifier) => {
    const keys = scanOf("itm_12345", 0);
    expect(scansAmong(keys.map((key, at) => (at === 7 ? { ...key, ...modifier } : key)))).toEqual([]);
  });
  it("keys from an input method are not a scan", () => {
    expect(scansAmong(scanOf("itm_1", 0).map((key) => ({ ...key, isComposing: true })))).toEqual([]);
    expect(scansAmong(scanOf("itm_1", 0).map((key) => ({ ...key, key: "Process" })))).toEqual([]);
  });
  it("a second Enter of a scanner belongs to the same scan", () => {
    const { scans, steps } = run([...scanOf("itm_1", 0), press("Enter", 30), press("Enter", 1_000)]);
    expect(scans).toEqual(["itm_1"]);
    expect(steps.slice(-2)).toEqual(["repeated end", "passed"]);
  });
  it("a scan right after the previous scan is a separate scan", () => {
    expect(scansAmong([...scanOf("itm_1", 0), ...scanOf("itm_2", 30)])).toEqual(["itm_1", "itm_2"]);
  });
  it("a letter typed long enough before a scan is not part of the scan", () => {
    expect(scansAmong([press("x", 0), ...scanOf("itm_1", 100)])).toEqual(["itm_1"]);
  });
  it("four or more characters at a scanner's speed are always a scan", () => {
    const character = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
      .filter((c) => Array.from(c).length === 1);
    const gaps = fc.array(fc.integer({ min: 0, max: GAP_MS }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(character, { minLength: 4, maxLength: 40 }), gaps, (characters, between) => {
        let at = 1_000;
        const keys = [...characters, "Enter"].map((key, index) => press(key, (at += between[index] ?? 1)));
        expect(scansAmong(keys)).toEqual([characters.join("")]);
      }),
    );
  });
  it("late keys from a busy page are judged by their time stamps", () => {
    // The recogniser has no clock, so only the time stamps decide.
    const slow = Array.from({ length: 6 }, (_, at) => press("1", at * 60));
    expect(scansAmong([...slow, press("Enter", 360)])).toEqual([]);
    expect(scansAmong(scanOf("111111", 5_000))).toEqual(["111111"]);
  });
});

describe("typing of 100 people", () => {
  /** A seeded generator (mulberry32). */
  function random(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  it("typing at 60 to 180 ms a key is not recognised as a scan", () => {
    const texts = ["film 20", "itm_0001", "Hall 2", "PA film 15 µm", "12345678", "a/b r x"];
    for (let person = 1; person <= 100; person += 1) {
      const next = random(person);
      let at = 0;
      const keys = Array.from({ length: 60 }, () => texts[Math.floor(next() * texts.length)] ?? "").flatMap(
        (text) =>
          [...Array.from(text), next() < 0.5 ? "Enter" : "Tab"].map((key) =>
            press(key, (at += 60 + next() * 120)),
          ),
      );
      expect(keys.length).toBeGreaterThan(400);
      expect(scansAmong(keys)).toEqual([]);
      expect(run(keys).steps).not.toContain("grew");
    }
  });

  it("very fast pairs and triples of typed keys are not recognised as a scan", () => {
    for (let person = 1; person <= 100; person += 1) {
      const next = random(person);
      let at = 0;
      const keys = Array.from({ length: 400 }, (_, index) => {
        const isRolled = index % 3 !== 0;
        at += isRolled ? 5 + next() * 30 : 60 + next() * 120;
        return press(next() < 0.1 ? "Enter" : "e", at);
      });
      expect(scansAmong(keys)).toEqual([]);
    }
  });
});
