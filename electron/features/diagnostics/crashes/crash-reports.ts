import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import {
  CRASH_KINDS,
  type CrashKind,
  type ListedCrash,
} from "../../../../shared/features/diagnostics/diagnostics.ts";
import { describeDefect } from "../../../base/defects.ts";
import { redact } from "../../../base/log.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../../../base/files.ts";
import { storeFailure } from "../../../store/database/store-error.ts";

/** Reports that are kept; the oldest go first. */
export const KEPT_REPORTS = 20;
/** Reports of one kind in one run: a process that dies at every start must not push out all others. */
const MOST_OF_A_KIND = 5;
/** Characters of a defect's stack. */
const MAX_STACK = 20_000;
const REPORT = ".json";

/** A crash as its host reports it. */
export interface Crash {
  readonly kind: CrashKind;
  readonly reason: string;
  /** Null if the process has no exit code. */
  readonly exitCode?: number | null;
  /** The thrown value, for a defect. */
  readonly defect?: unknown;
}

const storedSchema = z.object({
  at: z.string(),
  version: z.string(),
  kind: z.enum(CRASH_KINDS),
  reason: z.string(),
  exitCode: z.int().nullable(),
});
const runSchema = z.object({ startedAt: z.string() });

/** The folder of crash reports, and the file that marks a running app. */
export function crashFolder(folder: string) {
  const reports = path.join(folder, "crash-reports");
  return {
    reports,
    run: path.join(reports, "running"),
  };
}

export interface CrashReportsOptions {
  readonly folder: string;
  readonly version: string;
  readonly now: () => number;
  /** The keys in use, which no report may contain. */
  readonly secrets: () => readonly string[];
}

/**
 * Reports on crashes, as small files that never leave this computer. Written at once, because the process may be about to
 * end; a disk that refuses costs the report, not the app.
 * @security a report has no memory of a process; a defect's stack is redacted.
 */
export class CrashReports {
  readonly #options: CrashReportsOptions;
  readonly #files: ReturnType<typeof crashFolder>;
  readonly #written = new Map<CrashKind, number>();

  constructor(options: CrashReportsOptions) {
    this.#options = options;
    this.#files = crashFolder(options.folder);
  }

  add({ kind, reason, exitCode = null, defect }: Crash): void {
    const number = (this.#written.get(kind) ?? 0) + 1;
    if (number > MOST_OF_A_KIND) return;
    this.#written.set(kind, number);
    const { version, now, secrets } = this.#options;
    const at = new Date(now()).toISOString();
    const system = `${os.type()} ${os.release()} (${process.platform} ${process.arch})`;
    // Redacted before it is cut, which could leave a part of a key.
    const stack = defect === undefined ? null : redact(describeDefect(defect), secrets()).slice(0, MAX_STACK);
    const report = { at, version, system, kind, reason, exitCode, stack };
    try {
      makePrivateFolder(this.#files.reports);
      const name = `${at.replaceAll(":", "-")}-${kind}-${number}${REPORT}`;
      fs.writeFileSync(path.join(this.#files.reports, name), `${JSON.stringify(report, null, 2)}\n`, {
        mode: PRIVATE_FILE,
      });
      this.#prune();
    } catch {
      // See above.
    }
  }

  /** Marks that a run begins, and reports the run before it if its mark remained. */
  beginRun(): void {
    const startedAt = new Date(this.#options.now()).toISOString();
    try {
      makePrivateFolder(this.#files.reports);
      const text = fs.existsSync(this.#files.run) ? fs.readFileSync(this.#files.run, "utf8") : null;
      if (text !== null)
        this.add({ kind: "app", reason: `The run that began ${beganIn(text)} did not end properly.` });
      fs.writeFileSync(this.#files.run, JSON.stringify({ startedAt }), { mode: PRIVATE_FILE });
      this.#prune();
    } catch {
      // See above.
    }
  }

  /** Notes that the run ends as it should. */
  endRun(): void {
    try {
      fs.rmSync(this.#files.run, { force: true });
    } catch {
      // See above; the next start then reports an end that did not happen.
    }
  }

  /** Every report, the latest first. A damaged file costs that one. */
  list(): ListedCrash[] {
    return this.#entries().flatMap(({ file, name, bytes }): ListedCrash[] => {
      const read = readReport(file);
      return read ? [{ name, bytes, ...read }] : [];
    });
  }

  /** The file of the latest report; null without reports. */
  latest(): string | null {
    return this.#entries()[0]?.file ?? null;
  }

  /** @throws AppFailure of kind `store` if one cannot be removed. */
  deleteAll(): void {
    try {
      for (const { file } of this.#entries()) fs.rmSync(file, { force: true });
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  #prune(): void {
    for (const { file } of this.#entries().slice(KEPT_REPORTS)) fs.rmSync(file, { force: true });
  }

  /** The latest first. */
  #entries(): Entry[] {
    const { reports } = this.#files;
    const found = fs.existsSync(reports) ? fs.readdirSync(reports, { withFileTypes: true }) : [];
    const entries = found.flatMap((entry): Entry[] => {
      const { name } = entry;
      const file = path.join(reports, name);
      const stat =
        entry.isFile() && name.endsWith(REPORT) ? fs.statSync(file, { throwIfNoEntry: false }) : undefined;
      return stat ? [{ file, name, bytes: stat.size, modifiedAt: stat.mtimeMs }] : [];
    });
    return entries.toSorted((a, b) => b.modifiedAt - a.modifiedAt || (a.name < b.name ? 1 : -1));
  }
}

interface Entry {
  readonly file: string;
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

function readReport(file: string): z.infer<typeof storedSchema> | null {
  try {
    return storedSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** "2026-05-01T10:00:00.000Z"; "earlier" if the note is damaged. */
function beganIn(text: string): string {
  try {
    return runSchema.parse(JSON.parse(text)).startedAt;
  } catch {
    return "earlier";
  }
}
