import { spawn, type ChildProcess } from "node:child_process";
import { onTestFinished } from "vitest";
import { defectLine } from "../../../electron/base/log.ts";
import { terminalLine, terminalText } from "../../../electron/base/terminal-text.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { runCommandLine } from "../../../electron/hosts/cli/command-line.ts";
import { startSampleService, type SampleOptions, type SampleService } from "../../service/index.ts";
import { NO_POLICY } from "../../../shared/base/policy.ts";
import { CLI_PROGRAM, ROOT } from "../../helpers/child.ts";

/** A key that tests search for. No place may contain it. */
export const CANARY = "sample_live_CanaryOfTheCli_0123456789";

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout, read as JSON; undefined if there is none. */
  // The tests read any part of what the command printed.
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
    child.once("close", (code) => resolve(endedWith(code, stdout, stderr)));
  });
  return { child, ended };
}

/** Runs the command line to its end in a separate process. */
export const cliProcess = (
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
): Promise<Ended> => start(args, environment).ended;

/** The environment variables that a terminal gives to commands. */
interface CommandEnvironment {
  readonly STOCKDECK_API_KEY?: string | undefined;
  readonly STOCKDECK_EVENT_SECRET?: string | undefined;
  readonly STOCKDECK_MAIL_PASSWORD?: string | undefined;
}

/**
 * Runs a command to its end in the test's own process. By default, its key is the canary. Tests of signals,
 * pipes, the keychain, the environment and kills use `start`.
 */
export async function cli(args: readonly string[], environment: CommandEnvironment = {}): Promise<Ended> {
  const given = { STOCKDECK_API_KEY: CANARY, ...environment };
  let [stdout, stderr] = ["", ""];
  const code = await runCommandLine(args, {
    environmentKey: given.STOCKDECK_API_KEY,
    environmentSecrets: given.STOCKDECK_EVENT_SECRET,
    environmentMailPassword: given.STOCKDECK_MAIL_PASSWORD,
    signal: new AbortController().signal,
    policy: NO_POLICY,
    fetch: nodeFetch,
    app: null,
    input: () => Promise.reject(new Error("This test gives no input.")),
    out: (text) => void (stdout += `${terminalText(text)}\n`),
    lost: () => null,
    progress: (line) => void (stderr += `${terminalLine(line)}\n`),
    keepSecret: () => {},
    defect: (thrown) => void (stderr += `${terminalText(defectLine(thrown, []))}\n`),
  });
  return endedWith(code, stdout, stderr);
}

function endedWith(code: number | null, stdout: string, stderr: string): Ended {
  const last = stdout.trimEnd().split("\n").at(-1) ?? "";
  return { code, stdout, stderr, json: last.startsWith("{") ? JSON.parse(last) : undefined };
}

/** A service of the running test that accepts the canary. */
export async function serve(options: SampleOptions = {}): Promise<SampleService> {
  const service = await startSampleService({ items: 300, key: CANARY, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** The arguments of a sync from a service into a folder. */
export const syncOf = (service: SampleService, folder: string, ...more: string[]): string[] => [
  "sync",
  "--base-url",
  service.url,
  "--data-dir",
  folder,
  ...more,
];
