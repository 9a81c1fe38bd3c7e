import { ComparedChanges } from "../compare/difference-reader.ts";
import type { ChangeCounts, NamedChange } from "../../store/query/change-reader.ts";
import type { Facts } from "../../store/database/facts.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { ObservedChanges } from "../../store/query/observed-changes.ts";

import type { ListOfChanges } from "./export-plan.ts";

/** A list of changes of one moment, wherever it comes from. */
export interface ChangeSource {
  readonly counts: ChangeCounts;
  /** What was known about the copy. */
  readonly facts: Pick<Facts, "mark" | "lastFullCheckAt">;
  /** Which changes these are, in words for people and as JSON. */
  describe(): { readonly words: readonly string[]; readonly json: object };
  /** The name behind an id that is the value of a field; null where there is none. Absent where no names are known. */
  nameOf?(resource: Resource, field: string, value: unknown): string | null;
  /** One after the other, so that memory does not grow with their number. */
  changes(): Generator<NamedChange>;
  close(): void;
}

/** Opens the list that is asked for. @throws AppFailure of kind `store`. */
export function openChanges(inventory: string, asked: ListOfChanges): ChangeSource {
  return asked.of === "observed"
    ? new ObservedChanges(inventory, asked.filter)
    : new ComparedChanges(asked.file, asked.filter);
}
