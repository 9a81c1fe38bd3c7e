import type { AppError } from "../../shared/base/errors.ts";
import {
  KIND_ADVICE,
  KIND_TITLES,
  NETWORK_ADVICE,
  NETWORK_TITLES,
  STORE_ADVICE,
  STORE_TITLES,
} from "./messages.ts";

interface ErrorAdvice {
  readonly title: string;
  readonly advice: string;
}

/** Chooses a title and an advice by an error's kind and reason. The error's text does not matter. */
export function adviseOn({ kind, reason = "other" }: AppError): ErrorAdvice {
  if (kind === "network")
    return { title: textOf(NETWORK_TITLES, reason), advice: textOf(NETWORK_ADVICE, reason) };
  if (kind === "store") return { title: textOf(STORE_TITLES, reason), advice: textOf(STORE_ADVICE, reason) };
  return { title: KIND_TITLES[kind], advice: KIND_ADVICE[kind] };
}

type WithOther = Readonly<Partial<Record<string, string>> & { readonly other: string }>;

/** The text for a reason. A reason that belongs to another kind of error counts as `other`. */
function textOf(table: WithOther, reason: string): string {
  return table[reason] ?? table.other;
}
