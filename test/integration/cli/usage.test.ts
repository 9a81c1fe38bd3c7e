import { describe, expect, it } from "vitest";
import { exportCommand } from "../../../electron/hosts/cli/export-command.ts";
import { serveSampleCommand } from "../../../electron/hosts/cli/serve-sample-command.ts";
import { changesCommand, statusCommand } from "../../../electron/hosts/cli/read-commands.ts";
import { syncCommand } from "../../../electron/hosts/cli/sync-command.ts";
import { processTerminal } from "../../../electron/hosts/cli/terminal.ts";
import { UsageError } from "../../../electron/hosts/cli/exit-code.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { AppFailure } from "../../../shared/base/errors.ts";
import { cli } from "./support.ts";
import { NO_POLICY } from "../../../shared/base/policy.ts";

const COMMANDS = {
  sync: syncCommand,
  export: exportCommand,
  status: statusCommand,
  changes: changesCommand,
  "serve-sample": serveSampleCommand,
};
const NOWHERE = "/nonexistent/never-made";
const SYNC = ["--base-url", "https://a.example", "--data-dir", NOWHERE];
const EXPORT = ["--data-dir", NOWHERE, "--out", "x"];
const ITEMS = [...EXPORT, "--resource", "items", "--format", "csv"];
const NET = ["--data-dir", NOWHERE, "--net"];
const UNKNOWN_FIELD = '{"version":1,"filter":{"field":"colour","op":"is","value":"x"}}';
const terminal = processTerminal(AbortSignal.abort(), NO_POLICY);

describe("wrong usage", () => {
  it.each<[keyof typeof COMMANDS, readonly string[], RegExp]>([
    ["sync", ["--data-dir", NOWHERE], /--base-url is missing/],
    ["sync", SYNC.slice(0, 2), /--data-dir is missing/],
    ["sync", [...SYNC, "--colour", "red"], /--colour/],
    ["sync", [...SYNC, "stray"], /stray/],
    ["sync", [...SYNC, "--accept-removals"], /--accept-removals needs --full/],
    ["sync", [...SYNC, "--page-size", "251"], /--page-size takes a whole number from 1 to 250/],
    ["sync", [...SYNC, "--page-size", "0"], /--page-size/],
    ["sync", [...SYNC, "--overlap", "-1"], /overlap/],
    ["sync", ["--base-url", "http://inventory.example", "--data-dir", NOWHERE], /https:\/\//],
    ["sync", ["--base-url", "not a url", "--data-dir", NOWHERE], /not a URL/],
    ["status", [], /--data-dir is missing/],
    ["changes", [...NET], /--since is missing/],
    ["changes", [...NET, "--since", "yesterday"], /--since takes a date such as/],
    ["changes", [...NET, "--since", "2025-10-04", "--until", "2025-10-01"], /--until is before --since/],
    ["changes", [...NET, "--since", "2025-10-04", "--type", "created"], /--type is for changes one by one/],
    ["export", [...ITEMS, "--as-of", "2025-02-30"], /--as-of takes a date such as/],
    ["export", [...ITEMS, "--as-of", "9999-12-31"], /has not come yet/],
    ["export", [...ITEMS, "--query", '{"version":1,"asOf":"2999-01-01T00:00:00Z"}'], /has not come yet/],
    ["changes", [...NET, "--since", localDay(new Date())], /--since has not come yet/],
    ["changes", [...NET, "--since", "9999-12-31"], /--since has not come yet/],
    [
      "serve-sample",
      ["--fault", "latencyMs=5"],
      /there is no --fault any more: the sample service has no faults/,
    ],
    ["serve-sample", ["--key", ""], /--key takes a text of at least one character, without white space/],
    ["serve-sample", ["--key", "a key"], /--key takes a text of at least one character, without white space/],
    [
      "export",
      [...EXPORT, "--resource", "users", "--format", "csv"],
      /--resource takes items or types or locations/,
    ],
    [
      "export",
      [...EXPORT, "--resource", "items", "--format", "pdf"],
      /--format takes csv or xlsx or json or ndjson or parquet/,
    ],
    ["export", [...ITEMS, "--view", "Nobody's"], /items have no view "Nobody's" \(they have All, Available/],
    ["export", [...ITEMS, "--view", "All", "--query", "{}"], /--query and --view both say which rows/],
    ["export", [...ITEMS, "--delimiter", "x"], /--delimiter takes , or ; or tab or \|, not "x"/],
    ["export", [...ITEMS, "--decimal", ","], /--decimal , needs another --delimiter/],
    [
      "export",
      [...EXPORT, "--resource", "items", "--format", "json", "--delimiter", ";"],
      /are for --format csv/,
    ],
    ["export", [...ITEMS, "--sync-first"], /--sync-first needs --base-url/],
    ["export", [...ITEMS, "--base-url", "https://a.example"], /--base-url is for --sync-first/],
    ["export", [...ITEMS, "--key-stdin"], /--key-stdin is for --sync-first/],
    ["export", [...ITEMS, "--columns", "id,colour"], /no column "colour"/],
    ["export", [...ITEMS, "--query", UNKNOWN_FIELD], /no field "colour"/],
    ["export", [...ITEMS, "--query", "{"], /not JSON/],
  ])(
    "the command %s %j is refused with one clear line before the command does anything",
    async (name, args, message) => {
      const printed: string[] = [];
      const print = (line: string): void => void printed.push(line);
      const thrown: unknown = await Promise.resolve()
        .then(() => COMMANDS[name](args, { ...terminal, out: print, progress: print }))
        .catch((error: unknown) => error);
      const kind =
        thrown instanceof UsageError
          ? "invalid_input"
          : thrown instanceof AppFailure
            ? thrown.error.kind
            : thrown;
      expect(kind).toBe("invalid_input");
      expect((thrown as Error).message).toMatch(message);
      expect((thrown as Error).message).not.toContain("\n");
      expect(printed).toEqual([]);
    },
  );

  it("wrong usage exits with 2 and one message on stderr, without a stack trace", async () => {
    const cases = [
      ["frobnicate"],
      ["sync", ...SYNC, "--colour"],
      ["sync", "--base-url", "http://inventory.example", "--data-dir", NOWHERE],
      ["export", ...ITEMS, "--query", UNKNOWN_FIELD],
    ];
    const ended = await Promise.all(cases.map((words) => cli(words)));
    for (const { code, stdout, stderr } of ended) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^stockdeck: [^\n]+\n$/);
    }
  });

  it("a call without a command prints the help and fails", async () => {
    const [bare, asked] = await Promise.all([cli([]), cli(["sync", "--help"])]);
    expect([bare.code, asked.code, asked.stdout]).toEqual([2, 0, bare.stdout]);
    expect(asked.stdout).toContain("Exit codes");
  });
});
