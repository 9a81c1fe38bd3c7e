import type { ComputedColumn } from "../../inventory/field.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";

/** The problems of a record, by the rules in `problems.ts`. */
export const PROBLEMS: ComputedColumn = {
  name: "problems",
  kind: "text",
  label: "Data problems",
  resources: RESOURCES,
  isIndexed: true,
  computed: { details: "if set", width: 240 },
};
