import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it, onTestFinished } from "vitest";
import { storeFailure } from "../../../../../electron/store/database/store-error.ts";
import { lockFolder } from "../../../../../electron/sync/folder-lock.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

// The codes of sqlite.org/rescode.html, as the driver returns them, with SQLite's text for them.
it.each([
  [13, "database or disk is full", "full"],
  [8, "attempt to write a readonly database", "not_writable"],
  [14, "unable to open database file", "not_writable"],
  [778, "disk I/O error", "not_writable"],
  [4_618, "disk I/O error", "not_writable"],
  [4_874, "disk I/O error", "not_writable"],
  [266, "disk I/O error", "other"],
  [11, "database disk image is malformed", "corrupt"],
  [5, "database is locked", "locked"],
  [1, "no such table: t", "other"],
])("SQLite's error code %i (%s) means the reason %s", (errcode, message, reason) => {
  expect(storeFailure(Object.assign(new Error(message), { errcode })).error).toMatchObject({
    kind: "store",
    reason,
  });
});

it("a locked file is reported as used by another program", async () => {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  const [one, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  onTestFinished(() => [one, other].forEach((database) => database.close()));
  one.exec("CREATE TABLE t (a); BEGIN EXCLUSIVE");
  const write = (): void => other.exec("INSERT INTO t VALUES (1)");
  expect(write).toThrow("locked");
  try {
    write();
  } catch (thrown) {
    expect(storeFailure(thrown).message).toBe("Another program is using the local data.");
  }
  const folder = await temporaryFolder();
  const lock = lockFolder(folder);
  onTestFinished(() => lock.release());
  expect(() => lockFolder(folder)).toThrow("Another Stockdeck process is using this data folder.");
});
