import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TokenRight } from "../../../../shared/features/team/team-kinds.ts";
import { Transactions } from "../../../store/database/open-database.ts";
import { openOwnFile } from "./own-file.ts";
import { query, runHere, type Work } from "./queries.ts";

/** A client's token, stored as a hash. Times are ms since the epoch. */
export interface CollectorToken {
  readonly label: string;
  /** The SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
  readonly access: TokenRight;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Makes a new token for one workstation. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The stored form of a token: its SHA-256 in hexadecimal. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const TOKEN = /^Bearer ([\w-]{1,200})$/i;

/** Whether an Authorization header may contain a token. */
export const hasToken = (header: string | undefined): boolean => TOKEN.test(header ?? "");

/** The most characters of a token's label. */
export const MAX_LABEL = 100;
/**
 * Characters that users cannot see: control characters, marks of writing direction, characters that Unicode ignores,
 * and the blank Braille pattern.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
/** The label under which the collector itself edits records. */
export const OWN_LABEL = "collector";

/** The stored form of a label: composed characters, no blanks at the ends, and single blanks inside. */
export const tidyLabel = (label: string): string => label.normalize("NFC").replaceAll(/\s+/gu, " ").trim();

/** Whether a token may have this label. Two labels that look the same must not stand for two workstations. */
export const isLabel = (label: string): boolean =>
  label !== "" && label.length <= MAX_LABEL && label !== OWN_LABEL && !UNSEEN.test(label);

/**
 * Finds the stored token of an Authorization header; null without a match. @security the comparison takes constant
 * time.
 */
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

/** Adds a token. @returns false if another token has the label. */
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

/** Removes a token. @returns false if no token has the label. */
export function* removeToken(label: string): Work<boolean> {
  return (yield* query("DELETE FROM tokens WHERE label = ?1 RETURNING label", label)).length > 0;
}

/** Stores that these tokens were used. If another collector stored a later use, that use is kept. */
export function* noteUse(hashes: readonly string[], now: number): Work<void> {
  for (const hash of hashes)
    yield* query(
      "UPDATE tokens SET lastUsedAt = ?1 WHERE hash = ?2 AND coalesce(lastUsedAt, 0) < ?1",
      now,
      hash,
    );
}

/**
 * Works on the tokens and team records in a file. If the file is missing, it is created. A running collector notices
 * the change without a message.
 */
export function withTokens<T>(file: string, work: Work<T>): T {
  const { database } = openOwnFile(file);
  try {
    return new Transactions(file, database).run(() => runHere(database, work));
  } finally {
    database.close();
  }
}
