import type { Query } from "../../../shared/query/query.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { valueFilter } from "../../table/navigation/use-show-items.ts";

/** A record that items refer to, with the item's field for it. */
export interface Referenced {
  readonly resource: "types" | "locations";
  readonly field: "materialTypeId" | "locationId";
  readonly id: string;
}

/** The items that refer to a record, by name. */
export function itemsOf({ field, id }: Referenced): Query {
  return compileQuery({ search: "", chips: [{ enabled: true, filter: valueFilter(field, id) }], sort: [] });
}
