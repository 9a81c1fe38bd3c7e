import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import { PROBLEMS, type ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";

/** The filter for the rows that break a rule. */
export function ruleFilter(rule: ProblemRule): FieldFilter {
  return { kind: "text", field: PROBLEMS.name, op: "contains", value: rule };
}

const SIZES = ["startingLength", "originalLength", "remainingLength", "weight"];
const PRICES = ["width", "thickness", "calculatedDensity", "spoolWeight", "pricePerFoot", "pricePerPound"];

/** The fields that show why a row breaks a rule. */
const SHOWN_FIELDS: Readonly<Record<ProblemRule, readonly string[]>> = {
  "no location": ["materialTypeId", "updatedAt"],
  "no material type": ["locationId", "updatedAt"],
  "checked out without holder": ["checkedOutAt", "locationId"],
  "holder without check-out": ["status", "checkedOutToUserId"],
  "remaining above starting length": ["startingLength", "remainingLength"],
  "negative value": [...SIZES, ...PRICES],
  "weight disagrees with length": ["remainingLength", "weight", "weightSource"],
  "duplicate name": ["id", "locationId", "updatedAt"],
  "archived but changing": ["archivedAt", "updatedAt"],
  "updated in the future": ["updatedAt"],
  "impossible date": ["checkedOutAt", "archivedAt", "createdAt", "updatedAt"],
  "older than seen before": ["updatedAt"],
  "unknown location": ["locationId"],
  "unknown material type": ["materialTypeId"],
};

/** The fields of a resource that show why a row breaks a rule. */
export function shownFields(resource: Resource, rule: ProblemRule): readonly Field[] {
  return SHOWN_FIELDS[rule].flatMap((name) => findField(resource, name) ?? []);
}
