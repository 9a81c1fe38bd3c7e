import { spawn } from "node:child_process";
import fs from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { exportFile } from "../../../../electron/delivery/files/export-file.ts";
import type { ExportJob, ExportPlan } from "../../../../electron/delivery/files/export-plan.ts";
import { FIELDS } from "../../../../shared/inventory/fields.ts";
import type { SampleService } from "../../../service/index.ts";
import type { CallOutput } from "../../../../shared/contract/contract.ts";
import type { Result } from "../../../../shared/base/errors.ts";
import { afterPush } from "../../../helpers/after-push.ts";
import type { CoreUnderTest } from "../../contract/core-under-test.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** Connects a core to a service, and waits for the end of the first pull. @returns the connection's id. */
export async function pulled({ core }: CoreUnderTest, { url, key }: SampleService): Promise<string> {
  const connected = (await core.dispatch("connect", { baseUrl: url, key })) as Result<CallOutput<"connect">>;
  if (!connected.ok) throw new Error(connected.error.message);
  await afterPush(core, async () => {
    const status = (await core.dispatch("getStatus", undefined)) as Result<CallOutput<"getStatus">>;
    return status.ok && status.value.firstPullComplete && status.value.state === "idle";
  });
  return connected.value.connectionId;
}

export const COLUMNS = FIELDS.items.map(({ name }) => name);

/** Exports an inventory database, by default all of it. @returns the file. */
export async function exported(
  inventory: string,
  plan: Partial<ExportPlan> & Pick<ExportPlan, "format">,
  job: Partial<ExportJob> = {},
): Promise<string> {
  const out = path.join(await temporaryFolder(), `out.${plan.format}`);
  await exportFile(
    {
      inventory,
      out,
      plan: {
        resource: "items",
        query: { version: 1 },
        columns: COLUMNS,
        wholeRecord: true,
        dialect: { delimiter: ",", decimal: "." },
        now: Date.UTC(2026, 0, 2),
        ...plan,
      },
      context: { appVersion: "9.8.7", connection: "Main hall", view: null },
      manifest: false,
      ...job,
    },
    { signal: new AbortController().signal },
  );
  return out;
}

/** One cell of a sheet as Python reads it: a text, or a number in the digits of the file. */
export interface ReadCell {
  readonly text?: string;
  readonly number?: string;
  readonly style?: number;
  /** The cell's own number format; null for a built-in one. */
  readonly format?: string | null;
  readonly formula?: true;
}

export interface ReadSheet {
  /** The cells by the letters of their columns; empty cells are absent. */
  readonly rows: readonly Readonly<Record<string, ReadCell>>[];
  readonly frozen: string | false;
  readonly filter: string | false;
  readonly widths: number;
  readonly coloured: readonly string[];
}

/** The rows that Python's csv module reads in a file. */
export function pythonCsv(file: string, delimiter = ","): Promise<readonly (readonly string[])[]> {
  return python("csv", file, delimiter) as Promise<string[][]>;
}

/** The sheets that Python's zipfile and ElementTree read in a workbook, by name. */
export function pythonXlsx(file: string): Promise<Readonly<Record<string, ReadSheet>>> {
  return python("xlsx", file) as Promise<Record<string, ReadSheet>>;
}

/**
 * The Python process that reads all exports. A separate process for each export takes ten times as long. The
 * process ends when its input ends.
 */
let reader: ReturnType<typeof startReader> | null = null;

async function python(...args: readonly string[]): Promise<unknown> {
  reader ??= startReader();
  reader.input.write(`${JSON.stringify(args)}\n`);
  const line = await reader.lines.next();
  if (line.done) {
    // If Python refuses a file, its process ends. The next test must not fail too, so it gets a new process.
    reader = null;
    throw new Error(`Python could not read ${args[1] ?? ""}.`);
  }
  return JSON.parse(line.value);
}

function startReader() {
  const child = spawn("python3", [path.join(import.meta.dirname, "read-back.py")], {
    env: { ...process.env, PYTHONIOENCODING: "utf-8" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  for (const part of [child, child.stdin as Socket, child.stdout as Socket]) part.unref();
  return { input: child.stdin, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/** The objects of a file of NDJSON. */
export function ndjson(file: string): readonly Record<string, unknown>[] {
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
}
