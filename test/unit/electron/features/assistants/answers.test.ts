import { expect, it } from "vitest";
import { answerText, failureText, listedRow } from "../../../../../electron/features/assistants/answers.ts";

const answer = (data: unknown) =>
  answerText({ connection: "C", completeAsOf: null, filter: ["Every one of the items"], total: 2, data });

it("a response is one JSON line with the notice first", () => {
  const text = answer([{ name: "a\nb" }]);
  expect(text).not.toContain("\n");
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    "connection",
    "completeAsOf",
    "filter",
    "total",
    "returned",
    "notice",
    "data",
  ]);
  expect(JSON.parse(text)).toMatchObject({ returned: 1, total: 2, data: [{ name: "a\nb" }] });
});

it("invisible characters are escaped, and JSON.parse returns the original text", () => {
  const hidden = [
    "\u202E",
    "\u2066",
    "\u200B",
    "\uFEFF",
    "\u00AD",
    "\u{E0041}",
    "\u{FE0F}",
    "\u{E0100}",
    "\uE000",
    "\u0085",
  ];
  for (const sign of hidden) {
    const text = answer({ name: `a${sign}b` });
    expect(text).toMatch(/^[\u0020-\u007E]*$/);
    expect(JSON.parse(text)).toMatchObject({ data: { name: `a${sign}b` } });
  }
  // Unicode's Default_Ignorable_Code_Point, and the blank Braille pattern.
  const ignored: readonly (readonly [first: number, last: number])[] = [
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xffa0, 0xffa0],
    [0xfff0, 0xfff8],
    [0x1bca0, 0x1bca3],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe0fff],
  ];
  for (const [first, last] of ignored) {
    const signs = Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(
      "",
    );
    const text = answer({ name: signs });
    expect(text).toMatch(/^[\u0020-\u007E]*$/);
    expect(JSON.parse(text)).toMatchObject({ data: { name: signs } });
  }
  expect(answer({ name: "Größe 50 µm 箱 😀" })).toContain("Größe 50 µm 箱 😀");
});

it("a list row has no empty fields and only short texts", () => {
  const row = listedRow({ id: "i", weight: 0, note: "x".repeat(600), locationId: null });
  expect(row).toEqual({ id: "i", weight: 0, note: `${"x".repeat(500)}…` });
});

it("a failure contains only its kind and message", () => {
  const error = { kind: "store", message: "No copy.", requestId: "r-1" } as const;
  expect(JSON.parse(failureText(error))).toEqual({ error: { kind: "store", message: "No copy." } });
});
