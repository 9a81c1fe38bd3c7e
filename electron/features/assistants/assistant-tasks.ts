import { specifiedField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import { nameOfReference } from "../../store/query/row-reader.ts";

/** A value of a field, whose name is requested. */
export interface NamedValue {
  readonly resource: Resource;
  readonly field: string;
  readonly id: string;
}

/** Finds the names of values; null for a value without a name. */
export const NAME_VALUES: ThreadTask<ReadingContext, readonly NamedValue[], readonly (string | null)[]> = {
  name: "assistants.names",
  run: ({ database }, values) =>
    values.map(({ resource, field: name, id }) => {
      const field = specifiedField(resource, name);
      return field ? nameOfReference(database, field, id) : null;
    }),
};

export const ASSISTANT_TASKS = [NAME_VALUES] as const;
