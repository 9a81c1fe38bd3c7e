import { DIAGNOSTICS_ERRORS } from "./messages.ts";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import {
  diagnosticsFileName,
  diagnosticsText,
  type Diagnostics,
  type DIAGNOSTICS_CALLS,
} from "../../../shared/features/diagnostics/diagnostics.ts";
import { toAppError, invalidInput, type AppError } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import type { Connection } from "../../../shared/inventory/status.ts";
import type { Clock } from "../../base/clock.ts";
import type { KeyVault } from "../../base/keychain/key-vault.ts";
import type { SaveFile } from "../../base/files.ts";
import type { InventoryStore } from "../../index/inventory-store.ts";
import type { CurrentConnection } from "../connections/public.ts";
import type { CrashReports } from "./crashes/crash-reports.ts";

/** The number of passes in the diagnostics. The store keeps more. */
const SHOWN_PASSES = 30;
/** The most malformed records that are listed. Further records are only counted. */
const SHOWN_QUARANTINED = 200;

export interface DiagnosticsSources {
  /** The folder with all files of Stockdeck. */
  readonly folder: string;
  readonly version: string;
  readonly policy: Policy;
  readonly sandboxOff: string | null;
  /** The current time, ms since the epoch. */
  readonly now: number;
  readonly current: Pick<CurrentConnection, "storeOf" | "connection" | "status" | "calls">;
  readonly crashes: Diagnostics["crashes"];
  readonly settings: Settings;
  /** The problem with local data at start-up; null if there was none. */
  readonly notice: AppError | null;
  /** The secrets that the diagnostics must not contain. */
  readonly secrets: readonly string[];
}

/**
 * Collects the facts for support. A problem with the local copy is part of the answer, never a failure of the call.
 * @security the answer may be passed to strangers; shared/features/diagnostics/diagnostics.ts lists what it must not
 * contain.
 * @throws AppFailure `cancelled` if another connection than the given connection is open.
 */
export async function gatherDiagnostics(
  {
    folder,
    version,
    policy,
    sandboxOff,
    now,
    current,
    crashes,
    settings,
    notice,
    secrets,
  }: DiagnosticsSources,
  expected: string | undefined,
): Promise<Diagnostics> {
  const store = current.storeOf(expected);
  const { connection, status, calls } = current;
  const [{ problem, ...copy }, files, freeBytes] = await Promise.all([
    readCopy(store),
    listFiles(folder, connection?.connectionId ?? null),
    freeSpace(folder),
  ]);
  const { electron = null, chrome = null, node } = process.versions as Partial<Record<string, string>>;
  const gathered: Diagnostics = {
    at: new Date(now).toISOString(),
    versions: {
      stockdeck: version,
      electron,
      chromium: chrome,
      node: node ?? "",
      sqlite: copy.sqlite,
      platform: `${process.platform} ${process.arch}`,
      system: `${os.type()} ${os.release()}`,
    },
    sandboxOff,
    connection: connection && describeConnection(connection),
    policy,
    settings,
    status,
    problems: [notice, problem].filter((error) => error !== null),
    calls: calls.toReversed(),
    passes: copy.passes,
    quarantine: copy.quarantine,
    files,
    crashes,
    freeBytes,
  };
  return withoutSecrets(gathered, secrets);
}

type CopyPart = Pick<Diagnostics, "passes" | "quarantine"> & {
  readonly sqlite: string | null;
  readonly problem: AppError | null;
};

async function readCopy(store: InventoryStore | null): Promise<CopyPart> {
  const nothing = { passes: [], quarantine: [], sqlite: null };
  if (!store) return { ...nothing, problem: null };
  try {
    const [passes, quarantined, sqlite] = await Promise.all([
      store.reader.passes(SHOWN_PASSES),
      store.reader.quarantined(SHOWN_QUARANTINED),
      store.reader.sqliteVersion(),
    ]);
    return {
      passes: passes.map(({ startedAt, endedAt, error, message, ...pass }) => ({
        ...pass,
        startedAt: new Date(startedAt).toISOString(),
        milliseconds: Math.max(0, endedAt - startedAt),
        failure: message ?? error,
      })),
      quarantine: quarantined.map(({ seenAt, ...record }) => ({
        ...record,
        seenAt: new Date(seenAt).toISOString(),
      })),
      sqlite,
      problem: null,
    };
  } catch (thrown) {
    return { ...nothing, problem: toAppError(thrown) };
  }
}

/** Describes a connection without its name: the user chose the name, and it may be the name of a company. */
function describeConnection({ connectionId, kind, baseUrl, key }: Connection): Diagnostics["connection"] {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  return { connectionId, kind, baseUrl: url ? url.origin + url.pathname : "", key };
}

/** The sizes of files by name: the user database, the connection's databases and the logs. */
async function listFiles(folder: string, connectionId: string | null): Promise<Diagnostics["files"]> {
  const lists = await Promise.all([
    sizesIn(folder, "", isDatabase),
    connectionId === null ? [] : sizesIn(path.join(folder, "profiles", connectionId), "", isDatabase),
    sizesIn(path.join(folder, "logs"), "logs/", () => true),
  ]);
  return lists.flat();
}

/**
 * Whether a file is a database or its write-ahead log. Databases that were set aside are included, SQLite's shared
 * memory is not.
 */
const isDatabase = (name: string): boolean => name.includes(".sqlite") && !name.endsWith("-shm");

/** The sizes of the files in one folder; empty if the folder cannot be read. */
async function sizesIn(
  folder: string,
  prefix: string,
  wanted: (name: string) => boolean,
): Promise<Diagnostics["files"]> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile() && wanted(entry.name)).map(({ name }) => name);
  const sizes = await Promise.all(
    names.toSorted().map(async (name) => {
      // SQLite creates and deletes its helper files at any time, so a file may be missing by now.
      const found = await fs.stat(path.join(folder, name)).catch(() => null);
      return found ? [{ name: prefix + name, bytes: found.size }] : [];
    }),
  );
  return sizes.flat();
}

/** The free bytes of a disk; null if the system does not report them. */
async function freeSpace(folder: string): Promise<number | null> {
  const disk = await fs.statfs(folder).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}

/** Copies a value with every secret replaced. This is the last defence, for texts that a service may have quoted. */
function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  // A very short text would match everywhere, and cannot be a secret.
  const named = secrets.filter((secret) => secret.length > 3);
  const clean = (part: unknown): unknown => {
    if (typeof part === "string")
      return named.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), part);
    if (Array.isArray(part)) return part.map(clean);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, clean(inner)]));
  };
  return clean(value) as T;
}

interface DiagnosticsHandlerParts {
  readonly connections: { readonly current: CurrentConnection };
  readonly crashes: CrashReports;
  readonly vault: KeyVault;
  readonly startup: {
    readonly opened: Promise<void>;
    readonly settings: Settings;
    readonly notice: AppError | null;
  };
  readonly saveFile: SaveFile;
  readonly options: {
    readonly folder: string;
    readonly version: string;
    readonly policy: Policy;
    readonly sandboxOff?: string;
    readonly clock: Clock;
    openFile(file: string, what: "file" | "folder"): Promise<void>;
  };
}

/** The handlers of diagnostics and crash reports. */
export function diagnosticsHandlers({
  options,
  connections: { current },
  crashes,
  vault,
  startup,
  saveFile,
}: DiagnosticsHandlerParts) {
  const gather = async (expected: string | undefined): Promise<Diagnostics> => {
    await startup.opened;
    const { folder, version, policy, sandboxOff = null, clock } = options;
    const { settings, notice } = startup;
    const about = { folder, version, policy, sandboxOff, now: clock.now(), current };
    const sources = { ...about, crashes: crashes.list(), settings, notice };
    return gatherDiagnostics({ ...sources, secrets: vault.secrets() }, expected);
  };
  return {
    diagnostics: (input) => gather(input?.connectionId),
    saveDiagnostics: async (input) => {
      const gathered = await gather(input?.connectionId);
      return saveFile(diagnosticsFileName(gathered), () => diagnosticsText(gathered));
    },
    showCrashReports: () => {
      const latest = crashes.latest();
      if (latest === null) throw invalidInput(DIAGNOSTICS_ERRORS.noReport);
      return options.openFile(latest, "folder");
    },
    deleteCrashReports: () => crashes.deleteAll(),
  } satisfies HandlersOf<typeof DIAGNOSTICS_CALLS>;
}
