import { AppFailure } from "../../../shared/base/errors.ts";
import { EXIT, exitCodeOf, UsageError } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

type Command = (args: readonly string[], terminal: Terminal) => Promise<number> | number;

/** The loader of each command, so that a command loads no other command. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  sync: async () => (await import("./sync-command.ts")).syncCommand,
  status: async () => (await import("./read-commands.ts")).statusCommand,
  changes: async () => (await import("./read-commands.ts")).changesCommand,
  alerts: async () => (await import("./read-commands.ts")).alertsCommand,
  export: async () => (await import("./export-command.ts")).exportCommand,
  collect: async () => (await import("./collect-command.ts")).collectCommand,
  mcp: async () => (await import("./mcp-command.ts")).mcpCommand,
  forget: async () => (await import("./forget-command.ts")).forgetCommand,
  "serve-sample": async () => (await import("./serve-sample-command.ts")).serveSampleCommand,
};

const HELP = `usage: stockdeck --headless COMMAND [options]

  sync          --base-url URL --data-dir DIR [--full [--accept-removals]] [--page-size 1..250]
                [--overlap SECONDS] [--timeout SECONDS] [--key-stdin]
  status        --data-dir DIR
  changes       --data-dir DIR [--since ISO] [--until ISO] [--type TYPE]...
  changes       --data-dir DIR --net --since DATE|ISO [--until DATE|ISO]
  alerts        --data-dir DIR [--all]
  export        --data-dir DIR --resource items|types|locations --out FILE
                --format csv|xlsx|json|ndjson|parquet
                [--view NAME | --query JSON] [--columns a,b|all|all-named] [--manifest]
                [--as-of DATE|ISO] [--delimiter , | ; | tab | '|'] [--decimal . | ,] [--sync-first [--base-url URL] [--key-stdin]]
  collect       --base-url URL --data-dir DIR --listen 127.0.0.1:PORT [--key-stdin | --key-file FILE]
                [--allow-remote (--tls-cert FILE --tls-key FILE | --trusted-proxy ADDRESS...)] [--every SECONDS]
                [--overlap SECONDS] [--keep-days N] [--keep-changes N] [--rate-limit N] [--accept-removals] [--new-epoch]
                [--store URL | --store-file FILE] [--sql-views] [--mail-file FILE]
                [--preset standard-webhooks|hmac-body [--scheme name=value]... [--company ID] [--secret-file FILE]]
  collect tokens  add LABEL [--right read|annotate] | list | remove LABEL   --data-dir DIR [--store URL | --store-file FILE]
  collect records drop LABEL | drop-unreadable                             --data-dir DIR [--store URL | --store-file FILE]
  collect try-delivery FILE [--secret-file FILE]
  collect test-mail ADDRESS --mail-file FILE
  mcp           [--data-dir DIR | --app-dir DIR] [--without-names]
  forget        --all [--without-keychain] [--app-dir DIR]
  serve-sample  [--port N] [--items N] [--seed N] [--key KEY] [--rate EVENTS_PER_MINUTE]
                [--webhook URL --webhook-secret SECRET [--webhook-preset standard-webhooks|hmac-body]]

The installed app takes these after --headless; in the repository, npm run --silent cli -- takes them as they are.
The key of sync and collect is the first line of stdin with --key-stdin, else STOCKDECK_API_KEY, else the keychain's for that service.
The secrets of events are the lines of the file of --secret-file, else STOCKDECK_EVENT_SECRET.
The password of the mail server is the first line of the mail file's passwordFile, else STOCKDECK_MAIL_PASSWORD.
Exit codes: 0 done, 2 wrong usage, 3 unauthorized, 4 forbidden, 5 rate-limited, 6 network or server,
7 local data, 8 protocol violation.`;

/**
 * Runs one command in this process. Every error is one line. If the program that reads stdout closes the pipe, the
 * command ends as if it were done.
 */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const code = await runReported(words, terminal);
  const lost = terminal.lost();
  if (lost === "closed" && code === EXIT.interrupted) return EXIT.done;
  if (lost === null || lost === "closed") return code;
  terminal.progress(`stockdeck: the results could not be written: ${lost.message}`);
  return EXIT.localData;
}

async function runReported(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(words, terminal);
  } catch (thrown) {
    if (thrown instanceof UsageError || thrown instanceof AppFailure)
      terminal.progress(`stockdeck: ${thrown.message}`);
    else terminal.defect(thrown);
    if (thrown instanceof UsageError) return EXIT.usage;
    return thrown instanceof AppFailure ? exitCodeOf(thrown.error) : EXIT.localData;
  }
}

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
