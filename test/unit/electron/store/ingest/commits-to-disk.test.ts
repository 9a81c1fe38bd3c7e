import path from "node:path";
import { expect, it } from "vitest";
import { openInventoryForWriting } from "../../../../../electron/store/database/inventory-file.ts";
import { USER_MIGRATIONS } from "../../../../../electron/store/database/migrations/index.ts";
import { openForWriting, type Database } from "../../../../../electron/store/database/open-database.ts";
import { beginBulkLoad, endBulkLoad } from "../../../../../electron/store/ingest/bulk-load.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

/** SQLite's numbers for the levels. With FULL, a commit waits until the data are on the disk. */
const [NORMAL, FULL] = [1, 2];
const levelOf = (database: Database): unknown =>
  (database.prepare("PRAGMA synchronous").get() as { synchronous: number }).synchronous;

it("every commit waits for the disk, except during a first pull", async () => {
  const folder = await temporaryFolder();
  const user = openForWriting(path.join(folder, "user.sqlite"), USER_MIGRATIONS).database;
  expect(levelOf(user)).toBe(FULL);
  user.close();
  const copy = openInventoryForWriting(path.join(folder, "inventory.sqlite")).database;
  expect(levelOf(copy)).toBe(FULL);
  beginBulkLoad(copy);
  expect(levelOf(copy)).toBe(NORMAL);
  endBulkLoad(copy);
  expect(levelOf(copy)).toBe(FULL);
  copy.close();
});
