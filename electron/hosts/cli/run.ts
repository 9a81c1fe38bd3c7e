import { environmentLocale } from "../../../shared/base/text/locale.ts";
import { terminalLine } from "../../base/terminal-text.ts";
import { onDefect } from "../../base/log.ts";
import { setProcessLocale } from "../../base/process-locale.ts";
import { runCommandLine } from "./command-line.ts";
import { EXIT } from "./exit-code.ts";
import { processTerminal } from "./terminal.ts";
import { POLICY_ROOT, readPolicy } from "../../base/policy/read-policy.ts";

// The command line: one command in plain Node, without Electron.
setProcessLocale(environmentLocale(process.env));
const abort = new AbortController();
const stop = (): void => abort.abort();
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
// A closed stderr must not end the process. The terminal adds its own listener later.
process.stderr.on("error", () => {});
const read = readPolicy(process.env[POLICY_ROOT]);
if ("problem" in read) {
  process.stderr.write(`stockdeck: ${terminalLine(read.problem)}\n`);
  process.exit(EXIT.usage);
}
const terminal = processTerminal(abort.signal, read.policy);
onDefect((defect) => {
  terminal.defect(defect);
  process.exit(EXIT.localData);
});
process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
