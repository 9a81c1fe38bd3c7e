import { DATE_STEPS, lastDayOf, type DateStep } from "../base/time/date-steps.ts";
import type { FieldFilter } from "./field-filter.ts";
import { findField, QUERY_FIELDS, type Field } from "../inventory/fields.ts";
import { QueryError } from "../base/errors.ts";
import type { Resource } from "../inventory/resource-names.ts";

/** The most levels of nested groups. */
export const MAX_LEVELS = 8;

/**
 * The most groups of a breakdown. It allows all holders of a large company. The groups with the most rows come first.
 */
export const MAX_BREAKDOWN = 20_000;

/** One level of groups, by a field's values. A date field is grouped by spans of the local calendar. */
export interface GroupLevel {
  readonly field: string;
  readonly step?: DateStep | undefined;
}

/** The common value of a group's rows: null for no value, and the first local day of a span. */
export type GroupValue = string | null;

/** The values of the groups from the outermost to an inner group. */
export type GroupPath = readonly GroupValue[];

/** The id of a level in a view: `status`, or `updatedAt:month`. */
export function levelId({ field, step }: GroupLevel): string {
  return step === undefined ? field : `${field}:${step}`;
}

/** Reads a level's id. An unknown span is ignored. */
export function parseLevel(id: string): GroupLevel {
  const [field = "", span] = id.split(":");
  const step = DATE_STEPS.find((known) => known === span);
  return step === undefined ? { field } : { field, step };
}

/** The valid levels of a view for a resource: each field at most once, and dates only with a span. */
export function levelsOf(resource: Resource, ids: readonly string[] = []): readonly GroupLevel[] {
  const known = ids.map(parseLevel).filter((level) => {
    const field = findField(resource, level.field);
    return field !== undefined && isLevelOf(field, level);
  });
  return known
    .filter(({ field }, at) => known.findIndex((level) => level.field === field) === at)
    .slice(0, MAX_LEVELS);
}

/** Whether a field's values can be a level. A date needs a span; any other field must not have a span. */
export function isLevelOf(field: Field, { step }: GroupLevel): boolean {
  return isGroupable(field) && (field.kind === "date") === (step !== undefined);
}

/** The field of a level. @throws QueryError if the resource's rows cannot be grouped by the field. */
export function requireLevel(resource: Resource, level: GroupLevel): Field {
  const field = findField(resource, level.field);
  if (!field || !isLevelOf(field, level))
    throw new QueryError(`${resource} cannot be grouped by field "${level.field}"`);
  return field;
}

/** Whether rows can be grouped by a field, because many rows share a value. */
function isGroupable({ name, kind }: Field): boolean {
  return kind === "text" ? name !== "id" && name !== "name" : kind !== "number";
}

/** The fields that a resource's rows can be grouped by. */
export function groupableFields(resource: Resource): readonly Field[] {
  return QUERY_FIELDS[resource].filter(isGroupable);
}

/** The filter for the rows of a group. */
export function filterOfGroup({ field, step }: GroupLevel, value: GroupValue): FieldFilter {
  if (value === null) return { kind: "presence", field, empty: true };
  if (step !== undefined) return { kind: "days", field, from: value, to: lastDayOf(step, value) };
  return { kind: "choice", field, negate: false, values: [value], empty: false };
}
