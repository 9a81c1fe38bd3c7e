import { today } from "../../base/clock.ts";
import type { Result } from "../../../shared/base/errors.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { PlacedColumn } from "../columns/column-layout.ts";

/** The layout of a table without its rows: its place in the window, its columns, its query. */
export interface LayoutSnapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  /** The saved state of the table when the snapshot was made; null if there was none. */
  readonly state: string | null;
  readonly query: Query;
  /**
   * The local day for which the snapshot's filters were compiled, as an ISO 8601 date. Relative dates depend on this
   * day.
   */
  readonly day: string;
  /** The texts of the active filters and their places. Rows are never shown without these texts. */
  readonly words: readonly PlacedText[];
  readonly columns: readonly PlacedColumn[];
  /** The widths of the columns, in CSS pixels. */
  readonly widths: readonly number[];
  readonly rowHeight: number;
  /** The inline style of the scrolled element: the CSS variables of its columns. */
  readonly style: string;
  readonly loose: boolean;
  /** The window's width, and the grid's distances from the window's edges, in CSS pixels. */
  readonly windowWidth: number;
  readonly inset: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
}

/** A text and its place in the window, in CSS pixels. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The version of a snapshot's format. A snapshot with another version is ignored. */
export const SNAPSHOT_VERSION = 1;

/**
 * Reads a saved snapshot. Null if there is no snapshot, or if the table's state, the day or the window's width has
 * changed since.
 */
export function readSnapshot(saved: Result<string | null>, state: string | null): LayoutSnapshot | null {
  if (!saved.ok || saved.value === null) return null;
  const snapshot = JSON.parse(saved.value) as LayoutSnapshot;
  const isSame =
    snapshot.version === SNAPSHOT_VERSION
    && snapshot.state === state
    && snapshot.windowWidth === window.innerWidth;
  return isSame && (snapshot.query.filter === undefined || snapshot.day === today()) ? snapshot : null;
}
