import { describe, expect, it } from "vitest";
import { nearestNamed, typeOn } from "../../../../../renderer/table/rows/use-type-ahead.ts";

const NOTHING_TYPED = { text: "", at: Number.NEGATIVE_INFINITY };
const key = (name: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => {
  return { key: name, ctrlKey: false, metaKey: false, altKey: false, ...held };
};
/** Types letters. Each letter follows a pause of `pause` ms. */
const type = (letters: string, pause: number) => {
  let [typed, now]: [typeof NOTHING_TYPED, number] = [NOTHING_TYPED, 0];
  let last: ReturnType<typeof typeOn> = null;
  for (const letter of letters) {
    last = typeOn(typed, key(letter), (now += pause));
    typed = last?.typed ?? typed;
  }
  return last && [last.prefix, last.skip];
};

describe("typeOn()", () => {
  it("type-ahead starts at the next row and stays at this row during further typing", () => {
    expect(type("f", 100)).toEqual(["f", 1]);
    expect(type("foi", 100)).toEqual(["foi", 0]);
    expect(type("foi", 1_500)).toEqual(["i", 1]);
    expect(type("a b", 100)).toEqual(["a b", 0]);
  });

  it("type-ahead with one repeated letter moves from name to name", () => {
    expect(type("fFf", 100)).toEqual(["f", 1]);
    expect(type("ffo", 100)).toEqual(["ffo", 0]);
  });

  it("type-ahead ignores a leading space, Enter, F2 and keys with Ctrl or Alt", () => {
    for (const press of [
      key("a", { ctrlKey: true }),
      key("a", { altKey: true }),
      key("Enter"),
      key("F2"),
      key(" "),
    ])
      expect(typeOn(NOTHING_TYPED, press, 0)).toBeNull();
    expect(typeOn(NOTHING_TYPED, key("é"), 0)?.prefix).toBe("é");
    expect(typeOn(NOTHING_TYPED, key("😀"), 0)?.prefix).toBe("😀");
  });
});

describe("nearestNamed()", () => {
  const rows = ["Alu", "Brass", "Bronze", "Copper"];
  const rowAt = (line: number) => (rows[line] === undefined ? undefined : { name: rows[line] });

  it("nearestNamed() finds the nearest row whose name starts with the text, ignoring case", () => {
    expect(nearestNamed(3, "br", rowAt)).toBe(2);
    expect(nearestNamed(0, "BR", rowAt)).toBe(1);
  });

  it("nearestNamed() returns the starting row if no nearby name matches", () => {
    expect(nearestNamed(900, "br", rowAt)).toBe(900);
    expect(nearestNamed(1, "zinc", rowAt)).toBe(1);
  });
});
