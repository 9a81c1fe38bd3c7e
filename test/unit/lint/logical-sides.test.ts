import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** A left or right side in CSS, instead of start or end. */
const PHYSICAL_CSS =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?:left|right):|(?:text-align|float|clear): (?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius)/;
/** A left or right side in styles and properties of components. */
const PHYSICAL_CODE =
  /\b(?:margin|padding|border|scrollMargin)(?:Left|Right)\b|\s(?:ml|mr|pl|pr)=|textAlign: "(?:left|right)"|style=\{\{[^}]*\b(?:left|right):/;

/** The files that place by computed distances from the left, with the reason. */
const EXEMPT: ReadonlyMap<string, string> = new Map([
  ["table/early-paint/use-layout-snapshot.ts", "reads the padding of an element on screen"],
  ["ui/chart/picture.tsx", "places marks by the chart's scale"],
]);

const RENDERER = path.join(import.meta.dirname, "../../../renderer");

const offences = fs
  .readdirSync(RENDERER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(css|tsx?)$/.test(file))
  .flatMap((file) => {
    const pattern = file.endsWith(".css") ? PHYSICAL_CSS : PHYSICAL_CODE;
    return fs
      .readFileSync(path.join(RENDERER, file), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        pattern.test(line) ? [{ file, line: `${file}:${at + 1} ${line.trim()}` }] : [],
      );
  });

it("styles use logical start and end, so the page can be mirrored", () => {
  expect(offences.filter(({ file }) => !EXEMPT.has(file)).map(({ line }) => line)).toEqual([]);
});

it("every exempt file still needs its exemption", () => {
  expect([...EXEMPT.keys()].filter((file) => !offences.some((offence) => offence.file === file))).toEqual([]);
});

it.each([
  "margin-left: 4px;",
  "  right: 0;",
  "text-align: right;",
  "border-left-color: red;",
  "border-top-left-radius: 2px;",
])("%s is refused in CSS", (line) => {
  expect(PHYSICAL_CSS.test(line)).toBe(true);
});

it.each(["margin-inline-start: 4px;", "inset-inline-end: 0;", '.cell[data-pin="left"] {', "to right,"])(
  "%s is allowed in CSS",
  (line) => {
    expect(PHYSICAL_CSS.test(line)).toBe(false);
  },
);
