import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { systemClock } from "../../electron/base/clock.ts";
import { READ_USUAL_TIMES } from "../../electron/features/custody/custody-tasks.ts";
import { READER_TASKS } from "../../electron/hosts/core/store-tasks.ts";
import { InventoryReader } from "../../electron/index/inventory-reader.ts";
import { mulberry32 } from "../../electron/sample-service/prng.ts";
import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import { usualTimes, type TimeOut } from "../../shared/features/custody/usual-times.ts";
import { fillCopy } from "../helpers/fill-copy.ts";
import { runHere } from "../helpers/run-here.ts";
import { compare, milliseconds, ofRounds, type Figure } from "./figure.ts";
import { removeFolder, temporaryFolder } from "./folder.ts";

const ROUNDS = 5;
const ITEMS = 20_000;
/**
 * The number of all check-outs and returns, and of those in one round. In a round, each item is checked out and
 * returned.
 */
const [CHANGES, CYCLE] = [200_000, 40_000];
const DAY = 86_400_000;
/** In microseconds. */
const MINUTE = 60_000_000;

/** Measures how usual times grow with check-outs, and what one more change costs. */
export async function* usualTimesBench(): AsyncGenerator<Figure> {
  const [many, few] = [checkOuts(200_000), checkOuts(20_000)];
  const timeOf = (times: readonly TimeOut[]) => milliseconds(() => usualTimes(times));
  yield await compare("usual-times-200k", ROUNDS, () => timeOf(many), {
    name: "ten times those of 20,000 check-outs",
    run: async () => 10 * (await timeOf(few)),
  });
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) pairs.push(await updateAndFirst());
  yield ofRounds("usual-times-update-200k-changes", "ms", pairs, "the first time");
}

function checkOuts(count: number): readonly TimeOut[] {
  const random = mulberry32(7);
  return Array.from({ length: count }, (_, at) => {
    const day = 1 + random() * 60;
    const isReturned = at % 3 !== 0;
    const endedAfter = (isReturned ? day - 0.5 : day) * DAY;
    return { typeId: `t-${at % 40}`, outAt: 0, seenAt: 0, isReturned, endedAfter, endedBefore: day * DAY };
  });
}

/** The ms to compute usual times after one more check-out, and for the first time. */
async function updateAndFirst(): Promise<readonly [update: number, first: number]> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "inventory.sqlite");
  fillCopy(file, ITEMS);
  fillChanges(file);
  const writer = new InventoryWriter(file);
  writer.saveFacts({ mark: "2025-06-01T00:00:00.000Z" });
  const reader = new InventoryReader(file, READER_TASKS, {}, systemClock);
  const read = () =>
    milliseconds(() => {
      const { all } = runHere(reader, READ_USUAL_TIMES, undefined);
      // Items that were checked out before the first change have no known time.
      if ((all?.cases ?? 0) < 0.9 * (CHANGES / 2)) throw new Error(`${all?.cases ?? 0} cases`);
    });
  const first = await read();
  writer.beginListing("items", writer.beginPass().pass);
  const fetched = { sequence: 2, at: Date.now(), servedBy: Date.now(), verified: false };
  const record = {
    id: idOf(1),
    name: "Item",
    status: "checked_out",
    checkedOutAt: "2025-05-31T00:00:00.000Z",
    updatedAt: "2027-01-01T00:00:00.000Z",
  };
  writer.storePages("items", [{ records: [record], requestId: null, fetched }], null);
  const update = await read();
  writer.close();
  reader.close();
  await removeFolder(folder);
  return [update, first];
}

/** The id of a generated record. */
const idOf = (index: number): string => `item-${index.toString(36).padStart(6, "0")}`;

/** Five check-outs and returns of each item, for a day and some minutes each. */
function fillChanges(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("BEGIN");
  const insert = database.prepare(
    `INSERT INTO changes (pass, type, resource, id, name, nameKey, observedAfter, observedBefore, fields)
     VALUES (1, ?, 'items', ?, '', '', ?, ?, ?)`,
  );
  const begin = Date.parse("2025-01-01T00:00:00Z") * 1_000;
  for (let number = 0; number < CHANGES; number += 1) {
    const [cycle, at] = [Math.floor(number / CYCLE), number % CYCLE];
    const isOut = at < ITEMS;
    const outSeen = begin + cycle * 20 * 1_440 * MINUTE + (at % ITEMS) * 1_000_000;
    const seen = isOut ? outSeen : outSeen + 1_440 * MINUTE;
    const here = { status: "available", checkedOutAt: null };
    const out = {
      status: "checked_out",
      checkedOutAt: new Date((outSeen - MINUTE / 2) / 1_000).toISOString(),
    };
    const [old, now] = isOut ? [here, out] : [out, here];
    const fields = {
      status: { old: old.status, new: now.status },
      checkedOutAt: { old: old.checkedOutAt, new: now.checkedOutAt },
    };
    const type = isOut ? "inventory.item.checked_out" : "inventory.item.returned";
    insert.run(type, idOf(at % ITEMS), seen - MINUTE, seen, JSON.stringify(fields));
  }
  database.exec("COMMIT");
  database.close();
}
