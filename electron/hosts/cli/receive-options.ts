import { createHash } from "node:crypto";
import fs from "node:fs";
import { z } from "zod";
import { AppFailure } from "../../../shared/base/errors.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import {
  EVENT_PRESETS,
  eventSchemeSchema,
  PRESET_NAMES,
  type EventScheme,
} from "../../../shared/features/webhooks/webhook-events.ts";
import { KeychainUnavailable, osKeychain } from "../../base/keychain/keychain.ts";
import { trustedProxies, type TrustedProxies } from "../../features/webhooks/receiver/sender.ts";
import { oneOf } from "./arguments.ts";
import { UsageError } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

const SCHEME_NAMES = Object.keys(eventSchemeSchema.shape) as readonly (keyof EventScheme)[];
/** The parts of a scheme that only signatures with an id and a time need. */
const TIMED: ReadonlySet<keyof EventScheme> = new Set(["idHeader", "timestampHeader", "toleranceSeconds"]);

/**
 * Builds a signature scheme from a preset and the values of `--scheme`. The specification defines no scheme, so without
 * a preset every value is required.
 * @throws UsageError that names the missing or wrong value.
 */
export function readScheme(preset: string | undefined, values: readonly string[]): EventScheme {
  const base = preset === undefined ? {} : EVENT_PRESETS[oneOf(preset, "preset", PRESET_NAMES)];
  const given: Partial<Record<keyof EventScheme, string | number>> = {
    ...base,
    ...Object.fromEntries(values.map(readValue)),
  };
  const isTimed = given.signed !== "body";
  const missing = SCHEME_NAMES.filter((name) => given[name] === undefined && (isTimed || !TIMED.has(name)));
  if (missing.length > 0)
    throw new UsageError(
      `how the service signs is not known: give --preset ${PRESET_NAMES.join(" or ")}, or also ${missing.map((name) => `--scheme ${name}=…`).join(" ")}`,
    );
  const untimed = isTimed ? {} : { idHeader: "", timestampHeader: "", toleranceSeconds: 300 };
  const { data, error } = eventSchemeSchema.safeParse({ ...untimed, ...given });
  const [issue] = error?.issues ?? [];
  if (!data) throw new UsageError(`--scheme ${String(issue?.path[0])}: ${issue?.message}`);
  return data;
}

function readValue(text: string): readonly [string, string | number] {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!SCHEME_NAMES.some((known) => known === name))
    throw new UsageError(`--scheme takes name=value with a name of ${SCHEME_NAMES.join(", ")}`);
  if (name.endsWith("Header")) return [name, value.toLowerCase()];
  return [name, name === "toleranceSeconds" ? Number(value) : value];
}

/** The address and port to listen on. */
export interface Listen {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads an address with a port.
 * @security other machines can reach a receiver only if two options allow it, because TLS is left to a proxy.
 * @throws UsageError.
 */
export function readListen(text: string, allowRemote: boolean): Listen {
  const [, bracketed, plain, digits = ""] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const [host, port] = [bracketed ?? plain, Number(digits)];
  if (host === undefined || port > 65_535)
    throw new UsageError(`--listen takes an address and a port, as 127.0.0.1:8600, not "${text}"`);
  if (!isLocalHost(host) && !allowRemote)
    throw new UsageError(
      `--listen ${text}: other machines could reach it without TLS; with --allow-remote it is allowed, for a proxy in another container`,
    );
  return { host, port };
}

/** Whether only this computer reaches a host's address. */
export const isLocalHost = (host: string): boolean =>
  host === "::1" || host === "localhost" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/** The usage error for an address that is not available; any other failure unchanged. */
export function listenFailure(thrown: unknown, { host, port }: Listen): unknown {
  const where = `--listen ${host}:${port}`;
  const { code } = thrown as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new UsageError(`${where}: another program listens there`);
  if (code === "EACCES") return new UsageError(`${where}: this user may not listen there`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new UsageError(`${where}: this computer has no such address`);
  return thrown;
}

const MAX_LABEL = 100;

/** @throws UsageError for a token's label that is too long or not printable. */
export function requireLabel(label: string): void {
  if (label.length > MAX_LABEL || !/^[^\p{Cc}\p{Cs}]+$/u.test(label))
    throw new UsageError(`--add-token takes a label of 1 to ${MAX_LABEL} characters`);
}

/** Reads the proxies of `--trusted-proxy`. @throws UsageError. */
export function readTrustedProxies(named: readonly string[]): TrustedProxies {
  try {
    return trustedProxies(named);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new UsageError(`--trusted-proxy: ${thrown.message}; write 10.0.0.2 or 10.0.0.0/8`);
  }
}

/** The secrets for this run. */
interface FoundSecrets {
  readonly secrets: readonly string[];
  readonly fromKeychain: boolean;
}

/**
 * Finds the secrets with which the service signs.
 * @param folder the folder whose keychain entry is read.
 * @throws UsageError if there are none.
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

/** Stores secrets for a folder in the keychain. @throws AppFailure `keychain`. */
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

/** The keychain account of a folder, the same for every path to it. */
function accountOf(folder: string): string {
  const real = fs.existsSync(folder) ? fs.realpathSync(folder) : folder;
  return `events-${createHash("sha256").update(real).digest("hex").slice(0, 32)}`;
}

/** The lines of a text, without empty ones. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
