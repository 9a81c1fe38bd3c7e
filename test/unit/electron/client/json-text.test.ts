import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault, hasTooManyParts } from "../../../../electron/client/json-text.ts";
import { cases } from "../../../helpers/whole-run.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("findJsonFault()", () => {
  it("findJsonFault() reports every incomplete JSON text as cut off", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, at) => {
        const beginning = text.slice(0, at % text.length);
        if (isJson(beginning)) return;
        expect(findJsonFault(beginning).isCutOff).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("findJsonFault() finds the position of a fault in any text that JSON.parse refuses", () => {
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "1",
      "-",
      ".",
      "e",
      "tru",
      "null",
      "NaN",
      " ",
      "é",
      "\n",
      "\\u12",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        if (isJson(text)) return;
        const { position, path } = findJsonFault(text);
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(text.length);
        expect(path.length).toBeLessThan(500);
      }),
      { numRuns: cases(5_000) },
    );
  });

  it("findJsonFault() handles two million nesting levels and ten million characters", () => {
    expect(findJsonFault("[".repeat(2_000_000)).isCutOff).toBe(true);
    const long = `["${"\\\\".repeat(5_000_000)}"]x`;
    expect(findJsonFault(long)).toEqual({ isCutOff: false, path: "", position: long.length - 1 });
  });

  it("findJsonFault() reports a short path without values", () => {
    const { path } = findJsonFault(`{"${"n".repeat(5_000)}":{"a":{"b":{"c":{"d":{"e":{"f":{"secret":nope`);
    expect(path).not.toContain("nope");
    expect(path.length).toBeLessThan(150);
  });
});

describe("hasTooManyParts()", () => {
  it("hasTooManyParts() counts a text's parts outside strings", () => {
    expect(hasTooManyParts(`[${"{},".repeat(1_000_000)}{}]`)).toBe(true);
    expect(hasTooManyParts(`[${"1,".repeat(1_000_001)}1]`)).toBe(true);
    expect(hasTooManyParts("[".repeat(1_000_001))).toBe(true);
    expect(hasTooManyParts(`{"a":"${",:[{".repeat(1_000_000)}"}`)).toBe(false);
    expect(hasTooManyParts(`{"a":"${'\\",'.repeat(1_000_000)}"}`)).toBe(false);
    expect(hasTooManyParts(`["${"\\\\".repeat(600_000)}",${"1,".repeat(1_000_000)}1]`)).toBe(true);
  });
});
