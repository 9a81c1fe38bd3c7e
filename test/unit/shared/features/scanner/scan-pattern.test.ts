import { describe, expect, it } from "vitest";
import { partOfScan, textsOfScan } from "../../../../../shared/features/scanner/scan-pattern.ts";

describe("partOfScan", () => {
  it("the text between a prefix and a suffix is taken if both are there", () => {
    const pattern = { part: "between", prefix: "]C1", suffix: "/0" } as const;
    expect(partOfScan(pattern, "]C1itm_1/0")).toBe("itm_1");
    expect(partOfScan(pattern, "itm_1/0")).toBe(null);
    expect(partOfScan(pattern, "]C1itm_1")).toBe(null);
    expect(partOfScan({ part: "between", prefix: "aba", suffix: "aba" }, "aba")).toBe(null);
    expect(partOfScan({ part: "between", prefix: "", suffix: "" }, "itm_1")).toBe("itm_1");
  });
  it.each([
    ["https://stock.example.com/r/itm_1", "itm_1"],
    ["https://stock.example.com/r/itm_1/?a=/b#c/d", "itm_1"],
    ["stock.example.com/itm%201", "itm 1"],
    ["https://stock.example.com/", null],
    ["itm_1", null],
    ["https://stock.example.com/%E0%A4", null],
  ])("the last segment of %s is %s", (url, segment) => {
    expect(partOfScan({ part: "lastSegment" }, url)).toBe(segment);
  });
  it.each([
    ["https://stock.example.com/?a=1&id=itm_1#id=2", "itm_1"],
    ["https://stock.example.com/?id=a+b%2Bc", "a b+c"],
    ["https://stock.example.com/?id=", null],
    ["https://stock.example.com/?ID=itm_1", null],
    ["https://stock.example.com/id=itm_1", null],
  ])("the parameter id of %s is %s", (url, value) => {
    expect(partOfScan({ part: "parameter", name: "id" }, url)).toBe(value);
  });
});

describe("textsOfScan", () => {
  it("a scan is looked up as it is, then without outer blanks, then by the part of the pattern", () => {
    const pattern = { part: "between", prefix: "R", suffix: "" } as const;
    expect(textsOfScan(null, "Roll 7")).toEqual(["Roll 7"]);
    expect(textsOfScan(null, "Roll 7 ")).toEqual(["Roll 7 ", "Roll 7"]);
    expect(textsOfScan(pattern, " Roll 7")).toEqual([" Roll 7", "Roll 7", "oll 7"]);
  });
});
