import { AppFailure } from "../shared/errors.ts";
import { EXIT, exitCodeOf } from "./core/headless/exit-code.ts";
import type { Terminal } from "./core/headless/terminal.ts";
import { UsageError } from "./core/headless/usage-error.ts";

type Command = (args: readonly string[], terminal: Terminal) => Promise<number> | number;

/** Each command with what loads it, so that none pays for the others. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  sync: async () => (await import("./core/headless/sync-command.ts")).syncCommand,
  status: async () => (await import("./core/headless/status-command.ts")).statusCommand,
  changes: async () => (await import("./core/headless/changes-command.ts")).changesCommand,
  export: async () => (await import("./core/headless/export-command.ts")).exportCommand,
  "serve-sample": async () => (await import("./core/headless/serve-sample-command.ts")).serveSampleCommand,
};

const HELP = `usage: stockdeck COMMAND [options]

  sync          --base-url URL --data-dir DIR [--full [--accept-removals]] [--page-size 1..250]
                [--overlap SECONDS] [--timeout SECONDS]
  status        --data-dir DIR
  changes       --data-dir DIR [--since ISO] [--type TYPE]...
  export        --data-dir DIR --resource items|types|locations --format csv|xlsx|json|ndjson --out FILE
                [--view NAME | --query JSON] [--columns a,b|all|all-named] [--manifest]
                [--delimiter , | ; | tab | '|'] [--decimal . | ,] [--sync-first [--base-url URL]]
  serve-sample  [--port N] [--items N] [--seed N] [--key KEY] [--rate EVENTS_PER_MINUTE] [--fault name=value]...

The key of sync comes from STOCKDECK_API_KEY, else from the keychain.
Exit codes: 0 done, 2 wrong usage, 3 unauthorized, 4 forbidden, 5 rate-limited, 6 network or server,
7 local data, 8 protocol violation.`;

async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...args] = words;
  if (name === undefined || name === "--help" || name === "help" || args.includes("--help")) {
    terminal.out(HELP);
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load)
    throw new UsageError(`there is no command "${name}" (commands: ${Object.keys(COMMANDS).join(", ")})`);
  return (await load())(args, terminal);
}

/** Runs one command in this process; whatever goes wrong is one clear line. */
async function main(): Promise<void> {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const terminal: Terminal = {
    environment: process.env,
    signal: abort.signal,
    out: (line) => void process.stdout.write(`${line}\n`),
    progress: (line) => void process.stderr.write(`${line}\n`),
  };
  try {
    process.exitCode = await run(process.argv.slice(2), terminal);
  } catch (thrown) {
    const known = thrown instanceof UsageError || thrown instanceof AppFailure;
    terminal.progress(
      `stockdeck: ${known ? thrown.message : `defect: ${String((thrown as Error).stack ?? thrown)}`}`,
    );
    process.exitCode =
      thrown instanceof UsageError
        ? EXIT.usage
        : thrown instanceof AppFailure
          ? exitCodeOf(thrown.error)
          : EXIT.localData;
  }
}

await main();
