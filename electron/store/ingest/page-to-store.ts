import type { Fetched } from "./upsert.ts";

/** A page on its way into the store. */
export interface PageToStore {
  /** As received. */
  readonly records: readonly unknown[];
  readonly requestId: string | null;
  readonly fetched: Fetched;
}
