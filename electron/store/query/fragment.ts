import { before, parseDuration } from "../../../shared/base/time/duration.ts";
import { fromMilliseconds, parseInstant, type Instant } from "../../../shared/base/time/instant.ts";
import type { Condition } from "../../../shared/query/query.ts";
import type { Cell } from "../database/decode.ts";

/** SQL with the values of its parameters, in order. */
export interface Fragment {
  readonly sql: string;
  readonly values: readonly Cell[];
}

const TRUE: Fragment = { sql: "TRUE", values: [] };
export const FALSE: Fragment = { sql: "FALSE", values: [] };

/** Joins conditions with AND (all) or OR (any). No conditions: TRUE for all, FALSE for any. */
export function join(parts: readonly Fragment[], word: "AND" | "OR"): Fragment {
  const [only] = parts;
  if (!only) return word === "AND" ? TRUE : FALSE;
  if (parts.length === 1) return only;
  return {
    sql: `(${parts.map((part) => part.sql).join(` ${word} `)})`,
    values: parts.flatMap((part) => part.values),
  };
}

/** A checked date of a condition as an instant. */
export function toInstant(value: string | number): Instant {
  const text = String(value);
  return parseInstant(text) ?? fromMilliseconds(Date.parse(text));
}

/** The instant a checked duration before now. @param now ms since the epoch. */
export function reachBack(value: Condition["value"], now: number): Instant {
  const duration = typeof value === "string" ? parseDuration(value) : null;
  if (!duration) throw new Error("reachBack: a duration that was not checked");
  return fromMilliseconds(before(now, duration));
}

/** The values of a condition as a list. */
export function listed(value: Condition["value"]): readonly (string | number)[] {
  if (value === undefined || (typeof value === "object" && "share" in value)) return [];
  return [value].flat();
}
