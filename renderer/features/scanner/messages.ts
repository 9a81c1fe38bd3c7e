import type { ScanPattern } from "../../../shared/features/scanner/scan-pattern.ts";
import type { FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import { plural } from "../../base/format.ts";
import { quoted } from "../../inventory/scans/messages.ts";
import { joinFacts } from "../../ui/messages.ts";

export const notFound = (text: string): string => `Nothing has the id or the name ${quoted(text)}.`;
export const SEARCH_IT = "Search";

export const AMBIGUOUS = "Several records match";
export const ambiguousNote = (text: string, more: boolean): string =>
  `${quoted(text)} is the name of ${more ? "many records; these are the first" : "several records"}. Choose one.`;
/** The words that distinguish records of the same name: "Item · PA film 15 · Hall 2 · itm_1". */
export const recordFacts = ({ resource, id, typeName, locationName }: FoundRecord): string =>
  joinFacts(KIND_LABELS[resource], typeName, locationName, id);
const KIND_LABELS = { items: "Item", types: "Material type", locations: "Location" } as const;

export const SECTION = {
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
};
/** The threshold in words. */
export const gapSentence = (gapMs: number): string =>
  `Keys at most ${gapMs} ms apart are a scan. A person who types fast needs at least 60 ms.`;

export const PART_LABELS: Readonly<Record<ScanPattern["part"] | "none", string>> = {
  none: "Nothing more",
  between: "The text without a prefix and a suffix",
  segment: "A part between separators (GS, RS, EOT)",
  gs1: "An element of a GS1 code",
  lastSegment: "The last part of a URL’s path",
  parameter: "A parameter of a URL",
};
export const PATTERN = {
  part: "Part of the code",
  prefix: "Prefix",
  suffix: "Suffix",
  parameter: "Name of the parameter",
  beginning: "Beginning of the part, which is left out",
  element: "Element",
  test: "Test",
  testNote: "Scan a label or type its text.",
  save: "Save pattern",
};

/** The elements of GS1 codes that may identify a record (GS1 General Specifications 3.2). */
export const GS1_ELEMENTS = [
  ["00", "(00) SSCC, a logistic unit"],
  ["01", "(01) GTIN"],
  ["10", "(10) Batch or lot"],
  ["21", "(21) Serial number"],
  ["240", "(240) Additional product identification"],
  ["241", "(241) Customer part number"],
  ["414", "(414) GLN of a location"],
  ["8003", "(8003) GRAI, a returnable asset"],
  ["8004", "(8004) GIAI, an individual asset"],
] as const;
/** The texts to look up for a tested scan. */
export const testResult = (text: string, part: string | null): string =>
  text === ""
    ? PATTERN.testNote
    : part === null
      ? `${quoted(text)} is looked up as it is.`
      : `${quoted(text)} is looked up, then ${quoted(part)}.`;

export const LEARN = {
  title: "Learn from three scans",
  text: "Scan any three labels. Stockdeck measures how fast the scanner sends its keys.",
  use: "Use it",
};
export const scansLeft = (scans: number): string => `${plural(scans, "scan")} to go`;
/** The result of three scans. @param gapMs null if the scanner is as slow as a person. */
export const learned = (largestGapMs: number, gapMs: number | null): string => {
  const measured = `The longest time between two keys was ${largestGapMs} ms.`;
  return gapMs === null
    ? `${measured} That is as slow as a person types. Set a shorter delay between characters in the scanner’s own manual, then try again.`
    : `${measured} Keys at most ${gapMs} ms apart will be a scan.`;
};

export const LABELS = {
  title: "Labels",
  format: "Format",
  noCode: "The id is too long for a code",
};
export const FORMAT_LABELS = {
  sheet: "A4 sheet, 24 labels",
  roll: "Roll, 62 × 29 mm",
} as const;
export const codeLabel = (id: string): string => `QR code of ${id}`;
