import fs from "node:fs";
import { AppFailure } from "../../../shared/base/errors.ts";
import { osKeychain } from "../../base/keychain/keychain.ts";
import { KeyVault } from "../../base/keychain/key-vault.ts";
import { normalizeKey } from "../../base/connection-input.ts";
import { UsageError } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** The connection whose key is used if the data folder has no connection. */
export const DEFAULT_CONNECTION = "default";

/** The possible sources of a key. */
interface KeySource {
  readonly baseUrl: string;
  /** True to read the key from stdin. */
  readonly keyFromInput: boolean;
  /** The path of a file with the key; absent if no file is named. */
  readonly keyFile?: string | undefined;
}

/**
 * Finds the API key: stdin or a file if an option says so, else the environment, else the keychain. From then on, the
 * terminal removes the key from every line about a defect.
 * @throws AppFailure `no_key`; UsageError for a file that cannot be used.
 */
export async function findKey(
  terminal: Terminal,
  { baseUrl, keyFromInput, keyFile }: KeySource,
  connectionId: string,
): Promise<string> {
  const key =
    keyFile === undefined
      ? keyFromInput
        ? normalizeKey(await terminal.input())
        : (terminal.environmentKey ?? (await keptKey(baseUrl, connectionId)))
      : normalizeKey(readSecretFile("key-file", keyFile).split("\n", 1)[0] ?? "");
  terminal.keepSecret(key);
  return key;
}

async function keptKey(baseUrl: string, connectionId: string): Promise<string> {
  const { key, problem } = await new KeyVault(osKeychain()).load(connectionId, baseUrl);
  if (key !== null) return key;
  const why = problem?.english ?? "The keychain has none.";
  throw new AppFailure({
    kind: "no_key",
    message: `There is no API key: STOCKDECK_API_KEY is not set. ${why}`,
  });
}

/**
 * The permission with which every user can read a file. The group's permission is not checked, because systemd sets it
 * for its credentials.
 */
const EVERYONE_READS = 0o004;
/** The most bytes of a file with a key or secrets. */
const MAX_SECRET_FILE = 64 * 1024;

/**
 * Reads a file with a key or secrets. Stockdeck never writes this file.
 * @param option the option that names the file.
 * @security a file that every user can read is refused. Files on Windows have no such permission.
 * @throws UsageError.
 */
export function readSecretFile(option: string, file: string): string {
  const refuse = (why: string): never => {
    throw new UsageError(`--${option} ${file}: ${why}`);
  };
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, "r");
  } catch (thrown) {
    return refuse(`the file cannot be read (${String((thrown as NodeJS.ErrnoException).code)})`);
  }
  try {
    const { mode, size } = fs.fstatSync(descriptor);
    if (process.platform !== "win32" && (mode & EVERYONE_READS) !== 0)
      return refuse("every user can read it; take that right away with chmod 600");
    if (size > MAX_SECRET_FILE) return refuse("it is too large");
    return fs.readFileSync(descriptor, "utf8");
  } finally {
    fs.closeSync(descriptor);
  }
}
