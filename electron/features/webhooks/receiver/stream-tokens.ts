import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeptToken } from "./event-log-store.ts";

/** A new token for one workstation. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The stored form of a token: its SHA-256 in hex. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The kept token that matches an Authorization header; null if none does. @security in constant time. */
export function findToken(header: string | undefined, tokens: readonly KeptToken[]): KeptToken | null {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(header ?? "") ?? [];
  const given = Buffer.from(hashOf(token ?? ""), "hex");
  let found: KeptToken | null = null;
  for (const kept of tokens) if (timingSafeEqual(Buffer.from(kept.hash, "hex"), given)) found = kept;
  return token === undefined ? null : found;
}
