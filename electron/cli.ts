import { runCommandLine } from "./cli/command-line.ts";
import { processTerminal } from "./cli/terminal.ts";

// The command line: one command in plain Node, without Electron.
const abort = new AbortController();
const stop = (): void => abort.abort();
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal(abort.signal));
