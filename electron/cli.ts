import { onDefect } from "./base/defects.ts";
import { runCommandLine } from "./cli/command-line.ts";
import { EXIT } from "./cli/exit-code.ts";
import { processTerminal } from "./cli/terminal.ts";

// The command line: one command in plain Node, without Electron.
const abort = new AbortController();
const stop = (): void => abort.abort();
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
const terminal = processTerminal(abort.signal);
onDefect((defect) => {
  terminal.defect(defect);
  process.exit(EXIT.localData);
});
process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
