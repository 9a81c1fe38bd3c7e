import type { KeyboardEvent } from "react";
import type { Row } from "../../../shared/query/query-calls.ts";
import { isHeading, type DisplayRow } from "../query/result-queries.ts";
import type { RowRange } from "../query/row-chunks.ts";
import { idOf } from "../../grid/focus-state.ts";
import { verifiedAtLabel } from "../details/messages.ts";

/** The record of a display row; undefined for a heading, or while it is not loaded. */
export function recordOf(line: DisplayRow | undefined): Row | undefined {
  return isHeading(line) ? undefined : line;
}

/** Whether a key opens or closes the focused heading's group, by the ARIA treegrid pattern; Alt is the history's. */
export function isGroupKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  line: DisplayRow | undefined,
): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey || !isHeading(line)) return false;
  return key === (line.group.closed ? "ArrowRight" : "ArrowLeft");
}

/** The ids of the rows in sight that are loaded. */
export function idsBetween({ first, last }: RowRange, rowAt: (index: number) => Row | undefined): string[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  return indexes.flatMap((index) => idOf(rowAt(index)) ?? []);
}

/** When the service confirmed a record, in words; null if never. */
export function verifiedLabel(
  id: string | null,
  stamps: ReadonlyMap<string, number>,
  now: number,
): string | null {
  const at = id === null ? undefined : stamps.get(id);
  return at === undefined ? null : verifiedAtLabel(at, now);
}

/** The control within a header that was clicked, if any. */
export function controlOf(target: EventTarget): string | undefined {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-header-control]") : null;
  return control?.dataset["headerControl"];
}
