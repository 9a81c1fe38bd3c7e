import path from "node:path";
import { exportCommand } from "../../../electron/hosts/cli/export-command.ts";
import { processTerminal } from "../../../electron/hosts/cli/terminal.ts";
import { MemoryWatch } from "../memory-watch.ts";
import { NO_POLICY } from "../../../shared/base/policy.ts";

/** Runs one export by the CLI's command, and prints the growth of its memory. */
const [folder = "", format = "", out = ""] = process.argv.slice(2);
const memory = new MemoryWatch(20);
const args = ["--data-dir", folder, "--resource", "items", "--format", format, "--out", path.resolve(out)];
const code = await exportCommand(args, {
  ...processTerminal(new AbortController().signal, NO_POLICY),
  out: () => {},
});
if (code !== 0) process.exit(code);
console.log(JSON.stringify({ memoryGrowth: memory.end() }));
