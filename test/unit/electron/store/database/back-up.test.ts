import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openForReading, openForWriting } from "../../../../../electron/store/database/open-database.ts";
import { AppFailure } from "../../../../../shared/base/errors.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const FIRST = "CREATE TABLE kept (text TEXT) STRICT; INSERT INTO kept VALUES ('mine')";
const SECOND = "ALTER TABLE kept ADD COLUMN more TEXT";
const DAY = 86_400_000;

/** A database of an older version, and the path of its copy. */
async function older(): Promise<{ readonly file: string; readonly backup: string }> {
  const file = path.join(await temporaryFolder(), "data.sqlite");
  openForWriting(file, [FIRST]).database.close();
  return { file, backup: `${file}.backup` };
}

it.each([
  ["written", (file: string) => openForWriting(file, [FIRST, SECOND]).database.close()],
  ["read", (file: string) => openForReading(file, [FIRST, SECOND]).close()],
])("a database opened to be %s is copied before it is migrated", async (_what, open) => {
  const { file, backup } = await older();
  expect(fs.existsSync(backup)).toBe(false);
  open(file);
  const copy = openForReading(backup, [FIRST]);
  expect(copy.prepare("SELECT * FROM kept").all()).toEqual([{ text: "mine" }]);
  copy.close();
  expect(fs.statSync(backup).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith("data.sqlite.backup"))).toEqual([
    "data.sqlite.backup",
  ]);
});

it("a database that cannot be copied is not migrated", async () => {
  const { file, backup } = await older();
  fs.mkdirSync(path.join(backup, "in the way"), { recursive: true });
  expect(() => openForWriting(file, [FIRST, SECOND])).toThrow(AppFailure);
  openForReading(file, [FIRST]).close();
  fs.rmSync(backup, { recursive: true });
  openForWriting(file, [FIRST, SECOND]).database.close();
  expect(fs.existsSync(backup)).toBe(true);
});

it("a migration's backup copy is deleted after 30 days", async () => {
  const { file, backup } = await older();
  const open = (): void => openForWriting(file, [FIRST, SECOND]).database.close();
  open();
  for (const [days, isKept] of [
    [29, true],
    [31, false],
  ] as const) {
    const made = new Date(Date.now() - days * DAY);
    fs.utimesSync(backup, made, made);
    open();
    expect([days, fs.existsSync(backup)]).toEqual([days, isKept]);
  }
});

it("a new database has no backup copy", async () => {
  const file = path.join(await temporaryFolder(), "data.sqlite");
  openForWriting(file, [FIRST, SECOND]).database.close();
  expect(fs.existsSync(`${file}.backup`)).toBe(false);
});
