import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { ColumnarView } from "./columnar-view.ts";

/** The columnar index of one table, as far as it is loaded. */
export interface TableSource {
  /** The index at a revision, within a read transaction; null if a long table is not loaded yet. */
  at(revision: number): ColumnarView | null;
  /** Like `at`, but loads the rest of the index first. */
  whole(revision: number): ColumnarView;
  /** Reads a slice. @returns ms until the next slice; null if everything is read. */
  step(revision: number): number | null;
}

/** The sources of all tables. */
export type TableSources = Readonly<Record<Resource, TableSource>>;
