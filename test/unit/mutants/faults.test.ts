import path from "node:path";
import { describe, expect, it } from "vitest";
import { drawMutants } from "../../mutants/draw.ts";
import { changed, faultsOf } from "../../mutants/faults.ts";
import { ROOT } from "../../../scripts/root.ts";

const SOURCE = `export async function read(at: number): Promise<string> {
  if (at >= LAST) return "";
  await open(at);
  try {
    return text();
  } catch (thrown) {
    throw wrapped(thrown);
  }
}`;

/** The source line that a fault changes, after the change. */
const faulty = (number: number, how: "replacement" | "reached"): string => {
  const fault = faultsOf("read.ts", SOURCE)[number];
  if (!fault) throw new Error(`There is no fault ${number}.`);
  const text = how === "replacement" ? fault.replacement : fault.reached("reach()");
  const line = SOURCE.slice(0, fault.start).split("\n").length - 1;
  const lines = changed(SOURCE, [{ ...fault, text }]).split("\n");
  return lines[line]?.trim() ?? "";
};

describe("faults put into a source file", () => {
  it("a fault is one of four kinds", () => {
    expect(faultsOf("read.ts", SOURCE).map(({ kind }) => kind)).toEqual([
      "missing check",
      "flipped comparison",
      "lost await",
      "swallowed error",
    ]);
  });

  it("a fault changes the behaviour of the code", () => {
    expect(faulty(0, "replacement")).toBe(";");
    expect(faulty(1, "replacement")).toBe(`if ((at < LAST)) return "";`);
    expect(faulty(2, "replacement")).toBe("void open(at);");
    expect(faulty(3, "replacement")).toBe("} catch (thrown) {}");
  });

  it('a "reached" fault only reports that its place was reached', () => {
    expect(faulty(0, "reached")).toBe(`if ((reach(), at >= LAST)) return "";`);
    expect(faulty(1, "reached")).toBe(`if ((reach(), at >= LAST)) return "";`);
    expect(faulty(2, "reached")).toBe("(reach(), await open(at));");
    expect(faulty(3, "reached")).toBe("} catch (thrown) { reach(); {");
  });
});

describe("drawing faults", () => {
  it("a seed always draws the same faults", () => {
    const drawn = (seed: number) =>
      drawMutants(ROOT, seed, 4).map(({ kind, file, line }) => ({ kind, file, line }));
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
    expect(new Set(drawn(7).map(({ file }) => path.dirname(file))).size).toBe(4);
  });
});
