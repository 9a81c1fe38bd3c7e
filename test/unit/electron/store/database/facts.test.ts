import path from "node:path";
import { expect, it } from "vitest";
import { readFacts, writeFacts } from "../../../../../electron/store/database/facts.ts";
import { INVENTORY_MIGRATIONS } from "../../../../../electron/store/database/migrations/index.ts";
import { openForWriting } from "../../../../../electron/store/database/open-database.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

it("facts have their defaults until they are written, and only what is named is written", async () => {
  const { database } = openForWriting(path.join(await temporaryFolder(), "i.sqlite"), INVENTORY_MIGRATIONS);
  const blank = readFacts(database);
  expect(blank).toEqual({
    mark: null,
    updateBound: null,
    lastPassAt: null,
    checkedAsOf: null,
    lastFullCheckAt: null,
    passes: 0,
    revision: 0,
    fetchSequence: 0,
    firstPullComplete: false,
    names: null,
    units: null,
    thresholds: {},
    problemsFound: null,
    events: null,
    profileId: null,
    rows: null,
  });
  writeFacts(database, { mark: "2026-01-01T00:00:00.000Z", passes: 3, firstPullComplete: true });
  writeFacts(database, { passes: 4, mark: null });
  expect(readFacts(database)).toEqual({ ...blank, passes: 4, firstPullComplete: true });
  database.close();
});
