import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { fold } from "../../../shared/base/text/fold.ts";
import { naturalKey } from "../../../shared/base/text/natural-order.ts";

/** Gives a connection the SQL functions `fold(text)` and `natural_key(text)` (shared/base/text). */
export function defineTextFunctions(database: DatabaseSyncInstance): void {
  const define = (name: string, of: (text: string) => string): void =>
    database.function(name, { deterministic: true }, (text: unknown) =>
      typeof text === "string" ? of(text) : null,
    );
  define("fold", fold);
  define("natural_key", naturalKey);
}
