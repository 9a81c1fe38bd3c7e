import { assertNever } from "../../../shared/base/errors.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { TEXT_OPS, type FieldFilter } from "../../../shared/query/field-filter.ts";

/** The modes of a filter, which are its comparisons. The editor asks for the mode first. */
export const FILTER_MODES = [
  "anyOf",
  "noneOf",
  ...TEXT_OPS,
  "range",
  "share",
  "today",
  "withinLast",
  "olderThan",
  "days",
  "empty",
  "notEmpty",
] as const;
export type FilterMode = (typeof FILTER_MODES)[number];

/** Text fields whose values repeat, so that a list of them helps. */
const LISTED_TEXTS: ReadonlySet<string> = new Set(["checkedOutToUserId"]);

/** The modes of a field, the most useful first. */
export function modesOf(field: Field): readonly FilterMode[] {
  const presence = ["empty", "notEmpty"] as const;
  switch (field.kind) {
    case "enum":
    case "reference":
      return ["anyOf", "noneOf", ...presence];
    case "text":
      return LISTED_TEXTS.has(field.name)
        ? ["anyOf", "noneOf", ...TEXT_OPS, ...presence]
        : [...TEXT_OPS, ...presence];
    case "number":
      return ["range", "share", ...presence];
    case "date":
      return ["withinLast", "olderThan", "today", "days", ...presence];
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}

/** The mode of a filter. */
export function modeOf(filter: FieldFilter): FilterMode {
  switch (filter.kind) {
    case "choice":
      return filter.negate ? "noneOf" : "anyOf";
    case "text":
    case "relative":
      return filter.op;
    case "range":
    case "share":
    case "today":
    case "days":
      return filter.kind;
    case "presence":
      return filter.empty ? "empty" : "notEmpty";
    default:
      return assertNever(filter, "unknown kind of filter");
  }
}

/** Makes a filter of a mode. It keeps the values of the present filter that the mode can use. */
export function inMode(field: string, mode: FilterMode, present: FieldFilter | null): FieldFilter {
  switch (mode) {
    case "anyOf":
    case "noneOf": {
      const kept = present?.kind === "choice" ? present : { values: [], empty: false };
      return { kind: "choice", field, negate: mode === "noneOf", values: kept.values, empty: kept.empty };
    }
    case "contains":
    case "notContains":
    case "startsWith":
    case "is":
    case "isNot":
      return { kind: "text", field, op: mode, value: present?.kind === "text" ? present.value : "" };
    case "range":
      return { kind: "range", field, min: null, max: null };
    case "share":
      return { kind: "share", field, of: "", share: 0.1 };
    case "today":
      return { kind: "today", field };
    case "withinLast":
    case "olderThan":
      return {
        kind: "relative",
        field,
        op: mode,
        duration: present?.kind === "relative" ? present.duration : "P7D",
      };
    case "days":
      return { kind: "days", field, from: null, to: null };
    case "empty":
    case "notEmpty":
      return { kind: "presence", field, empty: mode === "empty" };
    default:
      return assertNever(mode, "unknown mode");
  }
}

/** Whether a filter is complete. While it is edited, it may be incomplete. */
export function isComplete(filter: FieldFilter): boolean {
  switch (filter.kind) {
    case "choice":
      return filter.values.length > 0 || filter.empty;
    case "text":
      return filter.value.trim() !== "";
    case "range":
      return filter.min !== null || filter.max !== null;
    case "days":
      return filter.from !== null || filter.to !== null;
    case "share":
      return filter.of !== "" && filter.share > 0 && filter.share <= 1;
    case "relative":
    case "today":
    case "presence":
      return true;
    default:
      return assertNever(filter, "unknown kind of filter");
  }
}
