import { PROBLEM_LABELS, PROBLEM_NAMES } from "./messages.ts";
import type { ComputedColumn } from "../../inventory/field.ts";
import { RESOURCES, type Resource } from "../../inventory/resource-names.ts";

/**
 * The rules of data problems. Their names are stored in the column `problems`, and are the same in files of every
 * language. No name is part of another name, because filters search for them with "contains".
 */
export const PROBLEM_RULES = {
  items: [
    "no location",
    "no material type",
    "checked out without holder",
    "holder without check-out",
    "remaining above starting length",
    "negative value",
    "weight disagrees with length",
    "duplicate name",
    "archived but changing",
    "updated in the future",
    "impossible date",
    "older than seen before",
    "unknown location",
    "unknown material type",
  ],
  types: [
    "negative value",
    "duplicate name",
    "updated in the future",
    "impossible date",
    "older than seen before",
  ],
  locations: ["duplicate name", "updated in the future", "impossible date", "older than seen before"],
} as const satisfies Readonly<Record<Resource, readonly string[]>>;

export type ProblemRule = (typeof PROBLEM_RULES)[Resource][number];

/** The separator between the problems of one record. */
export const PROBLEM_SEPARATOR = ", ";

/** The id of a mute within its connection. @param mute its `id` is the id of the record, or null for all records. */
export function muteId(mute: { resource: Resource; rule: ProblemRule; id: string | null }): string {
  const { resource, rule, id } = mute;
  return JSON.stringify(id === null ? [resource, rule] : [resource, rule, id]);
}

/** The problems of a record, by the rules above. */
export const PROBLEMS: ComputedColumn = {
  name: "problems",
  kind: "text",
  label: PROBLEM_LABELS.problems,
  resources: RESOURCES,
  isIndexed: true,
  computed: {
    details: "if set",
    width: 240,
    valueLabels: PROBLEM_NAMES satisfies Readonly<Record<ProblemRule, string>>,
    listedBy: PROBLEM_SEPARATOR,
  },
};
