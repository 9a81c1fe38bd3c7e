import { createHash } from "node:crypto";
import fs from "node:fs";
import { z } from "zod";
import { AppFailure } from "../../../shared/base/errors.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { KeychainUnavailable, osKeychain } from "../../base/keychain/keychain.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./exit-code.ts";

/** The secrets of one run. */
export interface FoundSecrets {
  readonly secrets: readonly string[];
  readonly fromKeychain: boolean;
}

/**
 * Finds the secrets with which the service signs. @param folder their folder's name in the keychain. @throws UsageError
 * if there are none.
 */
export async function findSecrets(
  terminal: Terminal,
  folder: string,
  fromInput: boolean,
): Promise<FoundSecrets> {
  const text = fromInput ? await terminal.wholeInput() : terminal.environmentSecrets;
  const secrets = text === undefined ? await readKept(folder) : linesOf(text);
  for (const secret of secrets) terminal.keepSecret(secret);
  if (secrets.length === 0) throw new UsageError(fromInput ? "stdin has no secret" : NO_SECRET);
  return { secrets, fromKeychain: text === undefined };
}

const NO_SECRET =
  "there is no secret to verify events with: give it on stdin with --secret-stdin (once with --keep-secret, and the keychain keeps it), or in STOCKDECK_EVENT_SECRET";

/** Keeps secrets in the keychain, for this folder. @throws AppFailure `keychain`. */
export async function keepSecrets(folder: string, secrets: readonly string[]): Promise<void> {
  await withKeychain(() => osKeychain().set(accountOf(folder), JSON.stringify(secrets)));
}

/** Removes the folder's secrets from the keychain. @throws AppFailure `keychain` if they may remain. */
export async function forgetSecrets(folder: string): Promise<void> {
  await withKeychain(() => osKeychain().delete(accountOf(folder)));
}

async function readKept(folder: string): Promise<readonly string[]> {
  try {
    const kept = await osKeychain().get(accountOf(folder));
    return z.array(z.string()).safeParse(parseJson(kept)).data ?? [];
  } catch (thrown) {
    if (thrown instanceof KeychainUnavailable) throw new UsageError(`${NO_SECRET}. ${thrown.message}`);
    throw thrown;
  }
}

async function withKeychain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof KeychainUnavailable)) throw thrown;
    throw new AppFailure({ kind: "keychain", message: thrown.message }, { cause: thrown });
  }
}

/** One entry for each folder, by whichever path it was named. */
function accountOf(folder: string): string {
  const real = fs.existsSync(folder) ? fs.realpathSync(folder) : folder;
  return `events-${createHash("sha256").update(real).digest("hex").slice(0, 32)}`;
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
