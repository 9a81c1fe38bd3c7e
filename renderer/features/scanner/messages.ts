import { texts } from "../../../shared/base/text/texts.ts";
import type { ScanPattern } from "../../../shared/features/scanner/scan-pattern.ts";
import type { FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import { listOfAll } from "../../base/format.ts";
import { quoted } from "../../inventory/scans/messages.ts";
import { joinFacts } from "../../ui/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

export const SCANS = texts("scanner", {
  notFound: "Nothing has the id or the name {text}.",
  search: "Search",
  ambiguous: "Several records match",
  several: "{text} is the name of several records. Choose one.",
  many: "{text} is the name of many records; these are the first. Choose one.",
});
export const notFound = (text: string): string => SCANS.notFound({ text: quoted(text) });
export const ambiguousNote = (text: string, more: boolean): string =>
  more ? SCANS.many({ text: quoted(text) }) : SCANS.several({ text: quoted(text) });
/** The facts that distinguish records of the same name: "Item · PA film 15 · Hall 2 · itm_1". */
export const recordFacts = ({ resource, id, typeName, locationName }: FoundRecord): string =>
  joinFacts(KIND_LABELS[resource], typeName, locationName, id);
const KIND_LABELS = texts("scanner.kinds", {
  items: "Item",
  types: "Material type",
  locations: "Location",
});

export const SECTION = texts("scanner.section", {
  title: "Scanner",
  intro:
    "A barcode or QR scanner types like a keyboard, but faster. Stockdeck recognises a scan on every screen and opens the record with that id or name. On this computer:",
  recognise: "Recognise scans",
  sound: "Make a sound if nothing is found",
  learn: "Learn from three scans…",
  defaultGap: "Use the default time",
  pattern: "The code on the labels",
  patternNote:
    "For this connection. A scanned text is looked up as an id, then as a name. If it is neither, this part of it is looked up:",
  /** The longest time between two keys of a scan, in words. */
  gap: "Keys at most {milliseconds, number} ms apart are a scan. A person who types fast needs at least 60 ms.",
});

export const PART_LABELS: Readonly<Record<ScanPattern["part"] | "none", string>> = texts("scanner.parts", {
  none: "Nothing more",
  between: "The text without a prefix and a suffix",
  segment: "A part between separators (GS, RS, EOT)",
  gs1: "An element of a GS1 code",
  lastSegment: "The last part of a URL’s path",
  parameter: "A parameter of a URL",
});
export const PATTERN = texts("scanner.pattern", {
  part: "Part of the code",
  prefix: "Prefix",
  suffix: "Suffix",
  parameter: "Name of the parameter",
  beginning: "Beginning of the part, which is left out",
  element: "Element",
  test: "Test",
  testNote: "Scan a label or type its text.",
  save: "Save pattern",
  asItIs: "{text} is looked up as it is.",
  thenPart: "{text} is looked up, then {part}.",
});

/** The elements of GS1 codes that may identify a record (GS1 General Specifications 3.2). */
export const GS1_ELEMENTS = ["00", "01", "10", "21", "240", "241", "414", "8003", "8004"] as const;
export const GS1_LABELS = texts("scanner.gs1", {
  "00": "(00) SSCC, a logistic unit",
  "01": "(01) GTIN",
  "10": "(10) Batch or lot",
  "21": "(21) Serial number",
  "240": "(240) Additional product identification",
  "241": "(241) Customer part number",
  "414": "(414) GLN of a location",
  "8003": "(8003) GRAI, a returnable asset",
  "8004": "(8004) GIAI, an individual asset",
});
/** The texts that a tested scan would look up. */
export const testResult = (text: string, part: string | null): string =>
  text === ""
    ? PATTERN.testNote
    : part === null
      ? PATTERN.asItIs({ text: quoted(text) })
      : PATTERN.thenPart({ text: quoted(text), part: quoted(part) });

export const LEARN = texts("scanner.learn", {
  title: "Learn from three scans",
  text: "Scan any three labels. Stockdeck measures how fast the scanner sends its keys.",
  use: "Use it",
  left: "{scans, plural, one {# scan} other {# scans}} to go",
  measured: "The longest time between two keys was {milliseconds} ms.",
  tooSlow:
    "That is as slow as a person types. Set a shorter delay between characters in the scanner’s own manual, then try again.",
  learned: "Keys at most {milliseconds} ms apart will be a scan.",
});
/** The result of measuring three scans. @param gapMs null if the scanner is as slow as a person. */
export const learned = (largestGapMs: number, gapMs: number | null): string =>
  joinSentences(
    LEARN.measured({ milliseconds: String(largestGapMs) }),
    gapMs === null ? LEARN.tooSlow : LEARN.learned({ milliseconds: String(gapMs) }),
  );

export const LABELS = texts("scanner.labels", {
  title: "Labels",
  /** The title of one part of the labels, if they are printed in parts. */
  partTitle: "Labels, part {part, number} of {parts, number}",
  part: "Part",
  /** The numbers of the first and the last label of a part: "1 to 1,000". */
  range: "{from, number} to {to, number}",
  format: "Format",
  own: "Own line",
  ownHint: "{placeholders} are replaced.",
  withBarcode: "Barcode, too",
  withoutBarcode:
    "{labels, plural, one {# id does not fit a barcode: its label has only the QR code.} other {# ids do not fit a barcode: their labels have only the QR code.}}",
  noCode: "The id is too long for a code",
  code: "QR code of {id}",
  barcode: "Barcode of {id}",
});
/** @param placeholders with their braces. */
export const ownLineHint = (placeholders: readonly string[]): string =>
  LABELS.ownHint({ placeholders: listOfAll(placeholders) });
export const FORMAT_LABELS = texts("scanner.labelFormats", {
  sheet: "A4 sheet, 24 labels",
  largeSheet: "A4 sheet, 14 labels",
  roll: "Roll, 62 × 29 mm",
  largeRoll: "Roll, 89 × 36 mm",
});
