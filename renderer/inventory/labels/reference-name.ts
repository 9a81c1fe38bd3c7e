import type { Row } from "../../../shared/contract/query-calls.ts";
import type { Field } from "../../../shared/domain/fields.ts";
import { joinedName } from "../../../shared/views/shown-columns.ts";

/** The name behind a row's reference, which stands beside its id (`locationId`, `locationName`); null where unknown. */
export function referenceName(row: Row, { name }: Field): string | null {
  const found = row[joinedName(name)];
  return typeof found === "string" ? found : null;
}
