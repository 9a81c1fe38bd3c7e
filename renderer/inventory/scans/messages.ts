import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { showSeparators } from "../../../shared/features/scanner/scan-pattern.ts";
import { formatCount, plural } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../labels/messages.ts";

/** The most characters of a scanned text in a notice. */
const SHOWN_CHARACTERS = 60;

/** A scanned text in quotes; the end of a long text is left out. */
export function quoted(text: string): string {
  const shown = showSeparators(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
  return `“${shown}”`;
}

export const CAPS_LOCK =
  "Caps Lock is on, which swaps capitals and small letters: turn it off and scan again.";

export const valueAdded = (value: string, field: string): string => `${value} is now a value of ${field}.`;
export const valueChosen = (value: string, field: string): string =>
  `${value} is already a value of ${field}.`;
export const noSuchValue = (text: string, field: string): string =>
  `${quoted(text)} is not a value of ${field}.`;
export const severalValues = (text: string, field: string): string =>
  `${quoted(text)} is the name of several values of ${field}. Choose one in the list.`;
export const tooManyValues = (values: number): string =>
  `A filter has at most ${formatCount(values)} values.`;

export const SCAN_TO_SELECT = "Scan to select";
export const SCAN_HINT = "Scan to select: each scan selects its row, until you turn this off";
export const SCAN_NOW = "Scan a label to select its row";
export const rowSelected = (name: string, selected: number): string =>
  `${name} · ${plural(selected, "row")} selected`;
/** @param name the record's name; the scanned text if there is no such record. */
export const notInTable = (name: string): string => `${quoted(name)} is not in this table.`;
export const severalRows = (text: string, resource: Resource): string =>
  `${quoted(text)} is the name of several ${RESOURCE_LABELS[resource].many} in this table. Select one in the list.`;
