import { describe, expect, it } from "vitest";
import { nearestNamed, typeOn } from "../../../../../renderer/inventory/table/use-type-ahead.ts";

const NOTHING = { text: "", at: Number.NEGATIVE_INFINITY };
const key = (name: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => {
  return { key: name, ctrlKey: false, metaKey: false, altKey: false, ...held };
};
/** Types letters, each so many ms after the one before. */
const type = (letters: string, pause: number) => {
  let [typed, now]: [typeof NOTHING, number] = [NOTHING, 0];
  let last: ReturnType<typeof typeOn> = null;
  for (const letter of letters) {
    last = typeOn(typed, key(letter), (now += pause));
    typed = last?.typed ?? typed;
  }
  return last && [last.prefix, last.skip];
};

describe("typeOn", () => {
  it("begins with the next row, and stays while more letters come", () => {
    expect(type("f", 100)).toEqual(["f", 1]);
    expect(type("foi", 100)).toEqual(["foi", 0]);
    expect(type("foi", 1_500)).toEqual(["i", 1]);
    expect(type("a b", 100)).toEqual(["a b", 0]);
  });

  it("goes on from name to name with one letter again and again", () => {
    expect(type("fFf", 100)).toEqual(["f", 1]);
    expect(type("ffo", 100)).toEqual(["ffo", 0]);
  });

  it("leaves keys alone that are no letters: with Ctrl, names of keys, a space at the beginning", () => {
    for (const press of [
      key("a", { ctrlKey: true }),
      key("a", { altKey: true }),
      key("Enter"),
      key("F2"),
      key(" "),
    ])
      expect(typeOn(NOTHING, press, 0)).toBeNull();
    expect(typeOn(NOTHING, key("é"), 0)?.prefix).toBe("é");
    expect(typeOn(NOTHING, key("😀"), 0)?.prefix).toBe("😀");
  });
});

describe("nearestNamed", () => {
  const rows = ["Alu", "Brass", "Bronze", "Copper"];
  const rowAt = (line: number) => (rows[line] === undefined ? undefined : { name: rows[line] });

  it("is the nearest line whose name begins so, whatever its case", () => {
    expect(nearestNamed(3, "br", rowAt)).toBe(2);
    expect(nearestNamed(0, "BR", rowAt)).toBe(1);
  });

  it("is the place itself where no row near it has such a name", () => {
    expect(nearestNamed(900, "br", rowAt)).toBe(900);
    expect(nearestNamed(1, "zinc", rowAt)).toBe(1);
  });
});
