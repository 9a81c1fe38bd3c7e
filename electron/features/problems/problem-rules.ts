import { PROBLEM_RULES, type ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";

/** Microseconds by which an archived item may have been updated after its archiving: the same request may stamp both. */
const ARCHIVING = 60_000_000;
/** Microseconds by which clocks may differ before a date is in the future. */
const CLOCK_DIFFERENCE = 300_000_000;

const IN_USE = "t.status IS NOT 'archived'";
const isNegative = (...fields: readonly string[]): string =>
  `(${fields.map((field) => `t.${field} < 0`).join(" OR ")})`;

/**
 * The condition that another shown record has the same name. Archived items do not count, because their label may be in
 * use again. `namesakes` has the names that occur more than once, so that no other name is looked up.
 */
function hasNamesake(resource: Resource): string {
  const isRepeated = "t.nameSort IN (SELECT nameSort FROM namesakes)";
  const others = `SELECT 1 FROM ${resource} AS o WHERE o.nameSort = t.nameSort AND o.nameKey = t.nameKey
    AND o.rowid <> t.rowid AND o.noLongerReturnedSince IS NULL`;
  return resource === "items"
    ? `(${IN_USE} AND ${isRepeated} AND EXISTS (${others} AND o.status IS NOT 'archived'))`
    : `(${isRepeated} AND EXISTS (${others}))`;
}

const isUnknown = (field: string, resource: Resource): string =>
  `(t.${field} IS NOT NULL AND t.${field} NOT IN (SELECT id FROM ${resource}))`;

/** `?1` is now, an instant. */
const IN_FUTURE = `t.updatedAt > ?1 + ${CLOCK_DIFFERENCE}`;

/** A date cannot be true. `?3` is the last instant that can, by the service's clock. */
const isImpossible = (...fields: readonly string[]): string =>
  `(${fields.map((field) => `t.${field} < 0 OR t.${field} > ?3`).join(" OR ")})`;

/** The service reports the record with an older stamp than it once did: it was restored to older data. */
const IS_OLDER = "t.seenUpdatedAt IS NOT NULL";

/** Each rule as an SQL condition over `t`; a missing value breaks only the rules about it. */
const CONDITIONS: {
  readonly [R in Resource]: Readonly<Record<(typeof PROBLEM_RULES)[R][number], string>>;
} = {
  items: {
    "no location": `(t.locationId IS NULL AND ${IN_USE})`,
    "no material type": `(t.materialTypeId IS NULL AND ${IN_USE})`,
    "checked out without holder": "(t.status = 'checked_out' AND t.checkedOutToUserId IS NULL)",
    "holder without check-out": "(t.checkedOutToUserId IS NOT NULL AND t.status IS NOT 'checked_out')",
    "remaining above starting length": "t.remainingLength > t.startingLength",
    "negative value": isNegative("startingLength", "originalLength", "remainingLength", "weight"),
    "weight disagrees with length": "weight_disagrees(t.materialTypeId, t.remainingLength, t.weight)",
    "duplicate name": hasNamesake("items"),
    "archived but changing": `(t.status = 'archived' AND t.updatedAt > t.archivedAt + ${ARCHIVING})`,
    "updated in the future": IN_FUTURE,
    "impossible date": isImpossible("checkedOutAt", "archivedAt", "createdAt", "updatedAt"),
    "older than seen before": IS_OLDER,
    "unknown location": isUnknown("locationId", "locations"),
    "unknown material type": isUnknown("materialTypeId", "types"),
  },
  types: {
    "negative value": isNegative(
      "width",
      "thickness",
      "calculatedDensity",
      "spoolWeight",
      "pricePerFoot",
      "pricePerPound",
    ),
    "duplicate name": hasNamesake("types"),
    "updated in the future": IN_FUTURE,
    "impossible date": isImpossible("createdAt", "updatedAt"),
    "older than seen before": IS_OLDER,
  },
  locations: {
    "duplicate name": hasNamesake("locations"),
    "updated in the future": IN_FUTURE,
    "impossible date": isImpossible("createdAt", "updatedAt"),
    "older than seen before": IS_OLDER,
  },
};

/** The rules of a resource with their conditions, in display order. */
export function conditionsOf(resource: Resource): readonly (readonly [rule: ProblemRule, sql: string])[] {
  const conditions: Readonly<Record<string, string>> = CONDITIONS[resource];
  return PROBLEM_RULES[resource].map((rule) => [rule, conditions[rule] ?? ""]);
}
