import type { Query } from "../../../shared/query/query.ts";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import { valueFilter } from "../../inventory/navigation/use-show-items.ts";
import type { Referenced } from "./reference-page.tsx";

/** The items that refer to a record, by name. */
export function itemsOf({ field, id }: Referenced): Query {
  return compileQuery({ search: "", chips: [{ enabled: true, filter: valueFilter(field, id) }], sort: [] });
}
