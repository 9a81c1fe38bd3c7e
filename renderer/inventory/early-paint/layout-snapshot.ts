import type { Result } from "../../../shared/domain/errors.ts";
import { localDay } from "../../../shared/time/local-day.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { PlacedColumn } from "../../grid/grid-column.ts";

/** How a table looks before its rows are known: where it stands in the window, and what its columns are. */
export interface LayoutSnapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  /** The remembered state of the table that looks so, as it is saved; null where none is. */
  readonly state: string | null;
  readonly query: Query;
  /** The local calendar day that its filters were compiled on, as an ISO 8601 date: some are about today. */
  readonly day: string;
  /** What says which filters are on, and where: rows are never shown without it. */
  readonly words: readonly PlacedText[];
  /** The shown columns in their order. */
  readonly columns: readonly PlacedColumn[];
  /** Of them, in CSS pixels. */
  readonly widths: readonly number[];
  readonly rowHeight: number;
  /** The scrolled element's own style: the CSS variables of its columns. */
  readonly style: string;
  /** Whether pinned columns scroll with the others. */
  readonly loose: boolean;
  /** How wide the window was, and how far the grid is from its edges, in CSS pixels. */
  readonly windowWidth: number;
  readonly inset: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
}

/** A text in the window, its place in CSS pixels. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Another one whenever a look is drawn from something else: one of before is not drawn then. */
export const SNAPSHOT_VERSION = 1;

/**
 * Reads a look that this page saved.
 * @param state what is remembered of the table now.
 * @returns null where there is none, or where the table would not look so: its view is another one, or the window.
 */
export function readSnapshot(saved: Result<string | null>, state: string | null): LayoutSnapshot | null {
  if (!saved.ok || saved.value === null) return null;
  const look = JSON.parse(saved.value) as LayoutSnapshot;
  const isSame =
    look.version === SNAPSHOT_VERSION && look.state === state && look.windowWidth === window.innerWidth;
  return isSame && (look.query.filter === undefined || look.day === localDay()) ? look : null;
}
