import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import {
  CRASH_KINDS,
  type CrashKind,
  type ListedCrash,
} from "../../../../shared/features/diagnostics/diagnostics.ts";
import { describeDefect, redact } from "../../../base/log.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../../../base/files.ts";
import { storeFailure } from "../../../store/database/store-error.ts";

/** The number of reports that are kept. The oldest are deleted first. */
export const KEPT_REPORTS = 20;
/** The most reports of one kind in one run. A process that dies at every start must not replace all other reports. */
const MOST_OF_A_KIND = 5;
/** The most characters of a defect's stack in a report. */
const MAX_STACK = 20_000;
const REPORT = ".json";

/** A crash, as the host describes it. */
export interface Crash {
  readonly kind: CrashKind;
  readonly reason: string;
  /** The exit code; null if the process has none. */
  readonly exitCode?: number | null;
  /** The thrown value, if the crash is a defect. */
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

/** The paths of the crash reports and of the file that marks a running app. */
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
  /** Returns the keys in use, which no report may contain. */
  readonly secrets: () => readonly string[];
}

/**
 * Crash reports as small files that never leave this computer. They are written synchronously, because the process may
 * be about to end. If writing fails, the report is lost, but the app continues.
 * @security a report contains no memory of a process; a defect's stack is redacted.
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
    // The stack is redacted before it is cut, because a cut could leave a part of a key.
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
      // If writing fails, the report is lost.
    }
  }

  /**
   * Marks the start of a run. If the mark of the previous run still exists, that run crashed, and a report is written.
   */
  beginRun(): void {
    const startedAt = new Date(this.#options.now()).toISOString();
    try {
      makePrivateFolder(this.#files.reports);
      const text = fs.existsSync(this.#files.run) ? fs.readFileSync(this.#files.run, "utf8") : null;
      if (text !== null)
        // oxlint-disable-next-line texts/in-messages -- crash reports are English
        this.add({ kind: "app", reason: `The run that began ${beganIn(text)} did not end properly.` });
      fs.writeFileSync(this.#files.run, JSON.stringify({ startedAt }), { mode: PRIVATE_FILE });
      this.#prune();
    } catch {
      // If writing fails, a crash of this run will not be noticed.
    }
  }

  /** Removes the mark at the regular end of a run. */
  endRun(): void {
    try {
      fs.rmSync(this.#files.run, { force: true });
    } catch {
      // If deleting fails, the next start reports a crash that did not happen.
    }
  }

  /** All reports, the latest first. Damaged files are left out. */
  list(): ListedCrash[] {
    return this.#entries().flatMap(({ file, name, bytes }): ListedCrash[] => {
      const read = readReport(file);
      return read ? [{ name, bytes, ...read }] : [];
    });
  }

  /** The path of the latest report; null if there are no reports. */
  latest(): string | null {
    return this.#entries()[0]?.file ?? null;
  }

  /** Deletes all reports. @throws AppFailure of kind `store` if a report cannot be deleted. */
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

  /** The files of the reports, the latest first. */
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

/** Reads a report; null if it was deleted or is damaged. */
function readReport(file: string): z.infer<typeof storedSchema> | null {
  try {
    return storedSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Reads the start of a run from its mark: "2026-05-01T10:00:00.000Z", or "earlier" if the mark is damaged. */
function beganIn(text: string): string {
  try {
    return runSchema.parse(JSON.parse(text)).startedAt;
  } catch {
    return "earlier";
  }
}
