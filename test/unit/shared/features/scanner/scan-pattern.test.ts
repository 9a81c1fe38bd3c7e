import { describe, expect, it } from "vitest";
import {
  partOfScan,
  textsOfScan,
  readSeparators,
  showSeparators,
} from "../../../../../shared/features/scanner/scan-pattern.ts";

describe("partOfScan()", () => {
  it("the text between prefix and suffix is taken if the scan has both", () => {
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

describe("partOfScan() of a GS1 code", () => {
  const of = (identifier: string, text: string) => partOfScan({ part: "gs1", identifier }, text);
  it.each([
    ["01", "010761234567890021ABC123", "07612345678900"],
    ["21", "010761234567890021ABC123", "ABC123"],
    ["21", "]C1010761234567890010L-7\u001d21ABC123", "ABC123"],
    ["10", "\u001d0107612345678900172712311077\u001d21A", "77"],
    ["17", "0107612345678900172712311077\u001d21A", "271231"],
    ["3103", "0107612345678900310300125021A", "001250"],
    ["8004", "]d28004AB12\u001d240X1", "AB12"],
    ["240", "]d28004AB12\u001d240X1", "X1"],
    ["21", "(01)07612345678900(21)ABC123", "ABC123"],
  ])("the element (%s) of %j is %s", (identifier, text, value) => {
    expect(of(identifier, text)).toBe(value);
  });
  it.each(["ABC123", "01076", "0107612345678900\u001e21A", "https://example.com/01", "2", "21"])(
    "%j is not a GS1 code",
    (text) => {
      expect([of("01", text), of("21", text)]).toEqual([null, null]);
    },
  );
  it("a GS1 code without the pattern's element gives no text to look up", () => {
    expect(of("21", "0107612345678900")).toBe(null);
  });
});

it("a prefix or suffix may contain separator names", () => {
  const pattern = { part: "between", prefix: "A1<GS>", suffix: "<EOT>" } as const;
  expect(textsOfScan(pattern, "A1\u001ditm_1\u0004 ").at(-1)).toBe("itm_1");
  const serial = { part: "gs1", identifier: "21" } as const;
  expect(textsOfScan(serial, "21A7\u001e\u0004").at(-1)).toBe("A7");
});

describe("the part of a scan between separators", () => {
  const MH10 = "[)>\u001e06\u001d1P44-7\u001dS0815\u001dQ3\u001e\u0004";
  it.each([
    ["S", "0815"],
    ["1P", "44-7"],
    ["[)>", null],
    ["Z", null],
  ])("the part of an ISO/IEC 15434 label that begins with %s is %s", (prefix, part) => {
    expect(partOfScan({ part: "segment", prefix }, MH10)).toBe(part);
  });
  it("the first part of a scan is taken if the pattern has no prefix", () => {
    expect(partOfScan({ part: "segment", prefix: "" }, "\u001ditm_1\u001dx")).toBe("itm_1");
  });
  it("separators are shown by name, and their names are read back", () => {
    expect(showSeparators(MH10)).toBe("[)><RS>06<GS>1P44-7<GS>S0815<GS>Q3<RS><EOT>");
    expect(readSeparators(showSeparators(MH10))).toBe(MH10);
  });
});

describe("textsOfScan()", () => {
  it("a scan is looked up unchanged, then trimmed, then as the part that the pattern finds", () => {
    const pattern = { part: "between", prefix: "R", suffix: "" } as const;
    expect(textsOfScan(null, "Roll 7")).toEqual(["Roll 7"]);
    expect(textsOfScan(null, "Roll 7 ")).toEqual(["Roll 7 ", "Roll 7"]);
    expect(textsOfScan(pattern, " Roll 7")).toEqual([" Roll 7", "Roll 7", "oll 7"]);
    expect(textsOfScan(null, "itm_1\u001e\u0004")).toEqual(["itm_1\u001e\u0004", "itm_1"]);
    expect(textsOfScan(pattern, "\u001d")).toEqual(["\u001d"]);
  });
});
