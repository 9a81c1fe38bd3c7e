// @module-tag whole
import { expect, it } from "vitest";
import { item, openStore, type TestStore } from "../../unit/electron/store/support.ts";
import { OdbcConnection } from "../../helpers/odbc.ts";

/** Seconds of reading while the app writes. `STOCKDECK_ODBC_SECONDS=60` sets a long run. */
const SECONDS = Number(process.env["STOCKDECK_ODBC_SECONDS"] ?? 4);
const ITEMS = 200;

/** Sets three fields of all items to one number, in one transaction. */
function writeRound(store: TestStore, round: number): void {
  const fields = { startingLength: round, remainingLength: round, weight: round };
  const updatedAt = new Date(Date.UTC(2026, 0, 1) + round * 1_000).toISOString();
  const finish = { everything: true, facts: { firstPullComplete: true } };
  store.list(
    "items",
    Array.from({ length: ITEMS }, (_, at) => item(`item-${at}`, { ...fields, updatedAt })),
    { finish },
  );
}

/** Each column is a fact that is true of every committed state. */
const INVARIANTS = `SELECT count(*), count(DISTINCT weight), count(DISTINCT updated_at),
    sum(starting_length <> remaining_length OR remaining_length <> weight),
    (SELECT count(*) FROM v1_changes) - ${ITEMS} * max(weight),
    (SELECT count(*) FROM v1_changes AS c JOIN v1_items AS i ON i.id = c.id
      WHERE c.number > (SELECT max(number) FROM v1_changes) - ${ITEMS}
        AND json_extract(c.fields, '$.weight.new') <> i.weight)
  FROM v1_items`;

it(
  "an ODBC reader meets no lock and sees only whole commits",
  { timeout: (SECONDS + 60) * 1_000 },
  async () => {
    const store = await openStore();
    writeRound(store, 0);
    // A lock causes an error at once, because the timeout is 0.
    const odbc = new OdbcConnection(`DRIVER=SQLite3;Database=file:${store.file}?mode=ro;Timeout=0`);
    const end = Date.now() + SECONDS * 1_000;
    let round = 0;
    const stop = new AbortController();
    const writing = (async () => {
      while (!stop.signal.aborted) {
        writeRound(store, (round += 1));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const seen = new Set<string>();
    try {
      for (let reads = 0; Date.now() < end || reads < 50; reads += 1) {
        const answer = (await odbc.row(INVARIANTS)).map(Number);
        expect(answer).toEqual([ITEMS, 1, 1, 0, 0, 0]);
        seen.add((await odbc.row("SELECT max(weight) FROM v1_items")).join());
      }
    } finally {
      stop.abort();
      await writing;
    }
    // The reader saw the writer's progress.
    expect(seen.size).toBeGreaterThan(5);
    expect(round).toBeGreaterThan(5);
    await expect(odbc.row("SELECT nonsense FROM v1_items")).rejects.toThrow("no such column");
    await expect(odbc.row("DELETE FROM names")).rejects.toThrow("readonly database");
  },
);
