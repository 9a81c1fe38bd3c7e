import type { Cell } from "../database/decode.ts";

/** A piece of SQL with the values of its parameters, in order. */
export interface Fragment {
  readonly sql: string;
  readonly values: readonly Cell[];
}

export const TRUE: Fragment = { sql: "TRUE", values: [] };
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
