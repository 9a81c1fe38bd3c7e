import { addressSchema, MAX_RECIPIENTS } from "../../../shared/delivery/mail.ts";
import { RECIPIENT_PROBLEMS } from "./messages.ts";

/** The addresses in a text, or the reason why the text cannot be used. */
export type ReadRecipients =
  | { readonly to: readonly string[]; readonly problem: null }
  | { readonly to: null; readonly problem: string };

/** Reads addresses that are separated by commas, semicolons, spaces or new lines. */
export function readRecipients(text: string): ReadRecipients {
  const to = text.split(/[\s,;]+/).filter((part) => part !== "");
  const refuse = (problem: string): ReadRecipients => ({ to: null, problem });
  if (to.length === 0) return refuse(RECIPIENT_PROBLEMS.none);
  const wrong = to.find((address) => !isAddress(address));
  if (wrong !== undefined) return refuse(RECIPIENT_PROBLEMS.address({ text: wrong }));
  const twice = to.find((address, at) => to.findIndex((other) => isSame(other, address)) !== at);
  if (twice !== undefined) return refuse(RECIPIENT_PROBLEMS.twice({ address: twice }));
  return to.length > MAX_RECIPIENTS
    ? refuse(RECIPIENT_PROBLEMS.tooMany({ most: MAX_RECIPIENTS }))
    : { to, problem: null };
}

export const isAddress = (text: string): boolean => addressSchema.safeParse(text).success;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
