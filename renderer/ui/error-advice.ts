import type { AppError } from "../../shared/base/errors.ts";
import { KIND_ADVICE, NETWORK_ADVICE, STORE_ADVICE, type ErrorAdvice } from "./messages.ts";

/** Chooses title and advice by the error's kind and reason, never by its text. */
export function adviseOn({ kind, reason = "other" }: AppError): ErrorAdvice {
  if (kind === "network") return adviceOf(NETWORK_ADVICE, reason);
  if (kind === "store") return adviceOf(STORE_ADVICE, reason);
  return KIND_ADVICE[kind];
}

type WithOther = Readonly<Partial<Record<string, ErrorAdvice>> & { readonly other: ErrorAdvice }>;

/** The advice for a reason. A reason that belongs to another kind of error counts as `other`. */
function adviceOf(table: WithOther, reason: string): ErrorAdvice {
  return table[reason] ?? table.other;
}
