import path from "node:path";
import { ROOT, startProgram, type RunningProgram } from "../../helpers/child.ts";
import { SECRET } from "../../unit/electron/features/webhooks/support.ts";

/** A relay as it is shipped, in a process of its own. It takes Standard Webhooks signed with `SECRET`; run `buildApp("all")` first. */
export interface RelayProcess {
  readonly program: RunningProgram;
  readonly url: string;
}

export const ANY_PORT = "127.0.0.1:0";
const CLI = path.join(ROOT, "dist/electron/cli.js");

export async function startRelay(folder: string, listen: string): Promise<RelayProcess> {
  const program = startProgram(
    [CLI, "receive", "--data-dir", folder, "--listen", listen, "--preset", "standard-webhooks"],
    { ...process.env, STOCKDECK_EVENT_SECRET: SECRET },
  );
  const [, url = ""] = await program.waitFor(/"url":"([^"]+)"/);
  return { program, url };
}

/** Makes a workstation's token: one has at most eight streams. */
export async function addToken(folder: string, label = "bench"): Promise<string> {
  const program = startProgram([CLI, "receive", "--data-dir", folder, "--add-token", label]);
  const [, token = ""] = await program.waitFor(/"token":"([^"]+)"/);
  return token;
}
