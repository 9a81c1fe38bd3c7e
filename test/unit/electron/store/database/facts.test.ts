import path from "node:path";
import { expect, it } from "vitest";
import { readFacts, writeFacts } from "../../../../../electron/store/database/facts.ts";
import { INVENTORY_MIGRATIONS } from "../../../../../electron/store/database/migrations/index.ts";
import { openForWriting } from "../../../../../electron/store/database/open-database.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

it("writing some facts does not change the other facts", async () => {
  const { database } = openForWriting(path.join(await temporaryFolder(), "i.sqlite"), INVENTORY_MIGRATIONS);
  const blank = readFacts(database);
  writeFacts(database, { mark: "2026-01-01T00:00:00.000Z", passes: 3, firstPullComplete: true });
  writeFacts(database, { passes: 4, mark: null });
  const written = { ...blank, passes: 4, firstPullComplete: true };
  expect([blank.passes, readFacts(database)]).toEqual([0, written]);
  database.close();
});
