import { fold } from "../../../shared/fold.ts";
import type { Database } from "./open-database.ts";

/** Gives a connection the SQL function `fold(text)`, which compiled queries use (shared/fold.ts). */
export function defineFold(database: Database): void {
  database.function("fold", { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? fold(text) : null,
  );
}
