import path from "node:path";
import { expect, it } from "vitest";
import { Moments } from "../../../../../../electron/features/collector/serving/moments.ts";
import { ServiceTime } from "../../../../../../electron/features/collector/serving/service-time.ts";
import { COLLECTOR_MIGRATIONS } from "../../../../../../electron/store/database/migrations/index.ts";
import { openForWriting, Transactions } from "../../../../../../electron/store/database/open-database.ts";
import { temporaryFolder } from "../../../../../helpers/temporary-folder.ts";

async function moments(): Promise<Moments> {
  const file = path.join(await temporaryFolder(), "collector.sqlite");
  const { database } = openForWriting(file, COLLECTOR_MIGRATIONS);
  return new Moments(database, new Transactions(file, database));
}

it("numberBefore() returns the change number of the last moment at or before a time", async () => {
  const known = await moments();
  known.begin("a", 5, 1_000);
  known.note(9, 2_000);
  known.note(9, 3_000);
  known.note(12, 4_000);
  expect([999, 1_000, 1_999.5, 2_000, 3_999, 4_000, 9_000].map((at) => known.numberBefore(at))).toEqual([
    null,
    5,
    5,
    9,
    9,
    12,
    12,
  ]);
  expect([known.epoch, known.clock, known.newest]).toEqual(["a", 4_000, 12]);
});

it("if two moments have the same time, the lower change number is kept", async () => {
  const known = await moments();
  known.begin("a", 1, 1_000);
  known.note(7, 1_000);
  expect(known.numberBefore(1_000)).toBe(1);
});

it("a new numbering discards the moments of the old numbering", async () => {
  const known = await moments();
  known.begin("a", 500, 1_000);
  known.begin("b", 0, 2_000);
  expect([known.numberBefore(1_500), known.numberBefore(2_000), known.epoch]).toEqual([null, 0, "b"]);
});

it("the service time never decreases", () => {
  let now = 1_000;
  const time = new ServiceTime({ now: () => now }, 1_500);
  const shown = [1_000, 2_000, 500, 2_500].map((at) => {
    now = at;
    return time.now();
  });
  expect(shown).toEqual([1_500, 2_000, 2_000, 2_500]);
});
