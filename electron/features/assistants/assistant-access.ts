import type { OutLimits } from "../../../shared/features/custody/out-limits.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Query } from "../../../shared/query/query.ts";

/** A view that assistants can use by its name. */
export interface AssistantView {
  readonly name: string;
  /** False if the user or the team made the view. */
  readonly isBuiltIn: boolean;
  readonly query: Query;
}

/** A connection that assistants may read. */
export interface AssistantConnection {
  readonly name: string;
  /** The database with the rows of the connection. */
  readonly inventory: string;
  /**
   * The views of a table; the user's views come first.
   * @param asOf the past moment of their rows, ISO 8601; undefined for the current rows.
   */
  views(resource: Resource, asOf?: string): readonly AssistantView[];
  /** The limits that the user set for the days that items may be out. */
  outLimits(): OutLimits;
  /** The ids of the rules whose alerts can be active; null for all rules. */
  alertRules(): readonly string[] | null;
}

/** The connections that assistants may read now. */
export interface AssistantAccess {
  /** The connections. The connection that was open last is the first. */
  readonly connections: readonly AssistantConnection[];
  /** Whether the names of holders are left out. */
  readonly withholdsNames: boolean;
}

/**
 * Called before each answer to decide what may be read. @throws AppFailure `policy` or `invalid_input` if nothing may
 * be read.
 */
export type GrantAccess = () => AssistantAccess;
