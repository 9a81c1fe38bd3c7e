import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TokenRight } from "../../../../shared/features/team/team-kinds.ts";
import { Transactions } from "../../../store/database/open-database.ts";
import { openOwnFile } from "./own-file.ts";
import { query, runHere, type Work } from "./queries.ts";

/** A client's token, stored as a hash. Times are ms since the epoch. */
export interface CollectorToken {
  readonly label: string;
  /** SHA-256, in hex. */
  readonly hash: string;
  readonly access: TokenRight;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** A new token for one workstation. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The stored form of a token: its SHA-256 in hex. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const TOKEN = /^Bearer ([\w-]{1,200})$/i;

/** Whether an Authorization header may have a token. */
export const hasToken = (header: string | undefined): boolean => TOKEN.test(header ?? "");

/** The most characters of a token's label. */
export const MAX_LABEL = 100;
/** Characters that no user sees: control characters, signs of direction, all that Unicode ignores, blank Braille. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
/** The author of edits by the collector itself. */
export const OWN_LABEL = "collector";

/** The form in which a label is stored: composed, without outer blanks, and with single inner ones. */
export const tidyLabel = (label: string): string => label.normalize("NFC").replaceAll(/\s+/gu, " ").trim();

/** Whether a token may have a label. Two labels that look the same must not be two workstations. */
export const isLabel = (label: string): boolean =>
  label !== "" && label.length <= MAX_LABEL && label !== OWN_LABEL && !UNSEEN.test(label);

/** Finds the stored token of an Authorization header; null without a match. @security in constant time. */
export function findToken(
  header: string | undefined,
  tokens: readonly CollectorToken[],
): CollectorToken | null {
  const [, token] = TOKEN.exec(header ?? "") ?? [];
  const given = Buffer.from(hashOf(token ?? ""), "hex");
  let found: CollectorToken | null = null;
  for (const kept of tokens) if (timingSafeEqual(Buffer.from(kept.hash, "hex"), given)) found = kept;
  return token === undefined ? null : found;
}

export const readTokens = (): Work<readonly CollectorToken[]> =>
  query("SELECT label, hash, access, createdAt, lastUsedAt FROM tokens ORDER BY label");

/** @returns false if the label is taken. */
export function* addToken({
  label,
  hash,
  access,
  createdAt,
}: Omit<CollectorToken, "lastUsedAt">): Work<boolean> {
  const added = yield* query(
    `INSERT INTO tokens (label, hash, access, createdAt) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT DO NOTHING RETURNING label`,
    label,
    hash,
    access,
    createdAt,
  );
  return added.length > 0;
}

/** @returns false if the label does not exist. */
export function* removeToken(label: string): Work<boolean> {
  return (yield* query("DELETE FROM tokens WHERE label = ?1 RETURNING label", label)).length > 0;
}

/** Stores when these tokens were last used. Another collector of the store may have stored a later use. */
export function* noteUse(hashes: readonly string[], now: number): Work<void> {
  for (const hash of hashes)
    yield* query(
      "UPDATE tokens SET lastUsedAt = ?1 WHERE hash = ?2 AND coalesce(lastUsedAt, 0) < ?1",
      now,
      hash,
    );
}

/** Works on the tokens and team records in a file, which is created if missing. A running collector notices the change by itself. */
export function withTokens<T>(file: string, work: Work<T>): T {
  const { database } = openOwnFile(file);
  try {
    return new Transactions(file, database).run(() => runHere(database, work));
  } finally {
    database.close();
  }
}
