import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { showSeparators } from "../../../shared/features/scanner/scan-pattern.ts";
import { texts } from "../../../shared/base/text/texts.ts";

/** The most characters of a scanned text that a notice shows. */
const SHOWN_CHARACTERS = 60;

const QUOTED = texts("inventory.scans.quoted", { whole: "“{text}”", cut: "“{text}…”" });
/** A scanned text in quotes. If the text is long, its end is left out. */
export function quoted(text: string): string {
  return text.length > SHOWN_CHARACTERS
    ? QUOTED.cut({ text: showSeparators(text.slice(0, SHOWN_CHARACTERS)) })
    : QUOTED.whole({ text: showSeparators(text) });
}

export const SCANS = texts("inventory.scans", {
  capsLock: "Caps Lock is on, which swaps capitals and small letters: turn it off and scan again.",
  valueAdded: "{value} is now a value of {field}.",
  valueChosen: "{value} is already a value of {field}.",
  noSuchValue: "{text} is not a value of {field}.",
  severalValues: "{text} is the name of several values of {field}. Choose one in the list.",
  tooManyValues: "A filter has at most {values, number} values.",
  select: "Scan to select",
  selectHint: "Scan to select: each scan selects its row, until you turn this off",
  now: "Scan a label to select its row",
  rowSelected: "{name} · {rows, plural, one {# row} other {# rows}} selected",
  notInTable: "{name} is not in this table.",
  severalRows:
    "{text} is the name of several {resource, select, items {items} types {material types} other {locations}} in this table. Select one in the list.",
});

export const noSuchValue = (text: string, field: string): string =>
  SCANS.noSuchValue({ text: quoted(text), field });
export const severalValues = (text: string, field: string): string =>
  SCANS.severalValues({ text: quoted(text), field });
/**
 * The notice that a record is not in the table. @param name the record's name; the scanned text if there is no such
 * record.
 */
export const notInTable = (name: string): string => SCANS.notInTable({ name: quoted(name) });
export const severalRows = (text: string, resource: Resource): string =>
  SCANS.severalRows({ text: quoted(text), resource });
