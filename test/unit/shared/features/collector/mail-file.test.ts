import fs from "node:fs";
import { expect, it } from "vitest";
import {
  dialectOf,
  readMailFile,
  type MailFile,
} from "../../../../../shared/features/collector/mail-file.ts";
import { BUILT_IN_VIEWS } from "../../../../../shared/query/views/built-in-views.ts";

/** The example of the guide. */
function example(): MailFile {
  const [, text = ""] = /```json\n([^]*?)```/.exec(fs.readFileSync("docs/guide/collector.md", "utf8")) ?? [];
  const file = readMailFile(JSON.parse(text));
  if (typeof file === "string") throw new Error(file);
  return file;
}

const changed = (changes: object): MailFile | string =>
  readMailFile(JSON.parse(JSON.stringify({ ...example(), ...changes })));

it("the guide's example is a valid mail file with existing views", () => {
  const { name, mailings } = example();
  expect(name).toBe("Example Metals");
  expect(mailings.map(({ kind }) => kind)).toEqual(["export", "alerts"]);
  for (const mailing of mailings)
    if (mailing.kind === "export")
      expect(BUILT_IN_VIEWS[mailing.resource].map((view) => view.name)).toContain(mailing.view);
});

it("values omitted from the mail file get their defaults", () => {
  const [list, digest] = example().mailings;
  expect(list).toMatchObject({ limitMb: 10 });
  expect(digest).toMatchObject({ sendsEmpty: false });
  expect(changed({ name: undefined })).toMatchObject({ name: "Stockdeck collector" });
});

it("a mailed CSV has the same dialect as a CSV of the command line", () => {
  const [list] = example().mailings;
  const file = changed({ mailings: [{ ...list, format: "csv", delimiter: "tab", decimal: "," }] });
  const [mailing] = typeof file === "string" ? [] : file.mailings;
  expect(mailing?.kind === "export" && dialectOf(mailing)).toEqual({ delimiter: "\t", decimal: "," });
});

it("a mistake in the mail file is reported with its position, but without the value", () => {
  const [list] = example().mailings;
  const of = (part: object): MailFile | string => changed({ mailings: [{ ...list, ...part }] });
  expect([
    readMailFile([]),
    changed({ password: "canary" }),
    changed({ server: { ...example().server, host: "canary canary" } }),
    changed({ server: { ...example().server, fromName: "canary\u202e" } }),
    of({ subject: "canary\r\nBcc: canary" }),
    of({ id: "Canary" }),
    of({ kind: "canary" }),
    of({ timing: { kind: "canary" } }),
    of({ timing: { kind: "days", days: [1], time: "7 canary" } }),
    of({ columns: "canary" }),
    of({ to: ["canary@"] }),
    of({ to: undefined }),
    of({ format: "xlsx", decimal: "," }),
    of({ format: "csv", decimal: "," }),
  ]).toEqual([
    "the file: Invalid input: expected object, received array",
    'the file: unknown field "password"',
    "server.host: must be the name or address of a server",
    "server.fromName: must be one line, without control characters and signs that turn the reading direction",
    "mailings[0].subject: must be one line, without control characters and signs that turn the reading direction",
    "mailings[0].id: must have 1 to 40 lower-case letters, digits and hyphens",
    'mailings[0].kind: must be "export" or "alerts"',
    'mailings[0].timing.kind: must be "days" or "hours"',
    'mailings[0].timing.time: must be a time in 24 hours, such as "07:30"',
    'mailings[0].columns: must be "all", "all-named" or a list of columns',
    "mailings[0].to[0]: must be an address, such as ann@example.com",
    "mailings[0].to is missing",
    "mailings[0]: delimiter and decimal are for the format csv",
    'mailings[0]: the decimal sign "," needs another delimiter, such as ";"',
  ]);
});
