import { spawn, type ChildProcess } from "node:child_process";
import { onTestFinished } from "vitest";
import {
  startSampleService,
  type SampleOptions,
  type SampleService,
} from "../../../electron/sample-service/index.ts";
import { CLI_PROGRAM, ROOT } from "../../helpers/child.ts";

/** A key that tests search for in every place that must not have it. */
export const CANARY = "sample_live_CanaryOfTheCli_0123456789";

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout, read as JSON; undefined if there is none. */
  // The tests look wherever they like into what the command printed.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/**
 * Starts the command line, by default with the canary as its key.
 * @param under the words before the command, if another program starts Node.
 */
export function start(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
  stdin: "ignore" | "pipe" = "ignore",
  under: readonly string[] = [],
): Running {
  const env = { ...process.env, STOCKDECK_API_KEY: CANARY, ...environment } as NodeJS.ProcessEnv;
  const [command = "", ...words] = [...under, process.execPath, CLI_PROGRAM, ...args];
  const child = spawn(command, words, {
    cwd: ROOT,
    env,
    stdio: [stdin, "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => {
      const last = stdout.trimEnd().split("\n").at(-1) ?? "";
      resolve({ code, stdout, stderr, json: last.startsWith("{") ? JSON.parse(last) : undefined });
    });
  });
  return { child, ended };
}

/** Runs the command line to its end. */
export const cli = (
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
): Promise<Ended> => start(args, environment).ended;

/** A service of the running test that accepts the canary. */
export async function serve(options: SampleOptions = {}): Promise<SampleService> {
  const service = await startSampleService({ items: 300, key: CANARY, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** The arguments of a sync from that service into that folder. */
export const syncOf = (service: SampleService, folder: string, ...more: string[]): string[] => [
  "sync",
  "--base-url",
  service.url,
  "--data-dir",
  folder,
  ...more,
];
