import fs from "node:fs/promises";
import path from "node:path";
import { CLI_PROGRAM, startProgram } from "./child.ts";
import { waitUntil } from "./wait-until.ts";

/** A collector in its own process. */
export interface CollectorProcess {
  /** The base URL and the token of its clients. */
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a collector before a service, and waits for its first pull. @param options further options of `collect`. */
export async function startCollectorProcess(
  { url, key }: { readonly url: string; readonly key: string },
  folder: string,
  ...options: readonly string[]
): Promise<CollectorProcess> {
  const keyFile = path.join(folder, "key");
  await fs.writeFile(keyFile, key, { mode: 0o600 });
  const data = ["--data-dir", path.join(folder, "data")];
  const words = ["tokens", "add", "Desk 1", "--right", "annotate"];
  const adding = startProgram([CLI_PROGRAM, "collect", ...words, ...data]);
  const [, token = ""] = await adding.waitFor(/"token":"([^"]+)"/);
  const listening = ["--base-url", url, "--key-file", keyFile, "--listen", "127.0.0.1:0"];
  const program = startProgram([CLI_PROGRAM, "collect", ...data, ...listening, ...options]);
  const [, address = ""] = await program.waitFor(/"url":"([^"]+)"/);
  const isPulled = async (): Promise<boolean> =>
    (await fetch(`${address}/stockdeck/v1/health`)).status === 200;
  await waitUntil(isPulled, "the collector's first pull", FIRST_PULL_MS);
  return { url: address, key: token, pid: program.process.pid ?? 0, stop: () => program.stop() };
}

/** Ms for the first pull of a million items at 20 ms a request. */
const FIRST_PULL_MS = 10 * 60_000;
