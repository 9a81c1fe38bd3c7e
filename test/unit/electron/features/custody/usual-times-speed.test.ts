// @module-tag whole
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { READ_USUAL_TIMES } from "../../../../../electron/features/custody/custody-tasks.ts";
import { item, openStore } from "../../store/support.ts";

const MINUTE = 60_000_000;

it("usual times of 200,000 changes are computed once, and the update after a further change takes less time", async () => {
  const store = await openStore();
  const ids = Array.from({ length: 20_000 }, (_, at) => `i-${at}`);
  store.list(
    "items",
    ids.map((id, at) => item(id, { materialTypeId: `t-${at % 60}` })),
    { finish: { everything: true, facts: { firstPullComplete: true, mark: "2025-06-01T00:00:00.000Z" } } },
  );
  const database = new DatabaseSync(store.file);
  database.exec("BEGIN");
  const insert = database.prepare(
    `INSERT INTO changes (pass, type, resource, id, name, nameKey, observedAfter, observedBefore, fields)
     VALUES (1, ?, 'items', ?, '', '', ?, ?, ?)`,
  );
  const begin = Date.parse("2025-01-01T00:00:00Z") * 1_000;
  // Each item is checked out and returned five times, for a day and some minutes each.
  for (let number = 0; number < 200_000; number += 1) {
    const [cycle, at] = [Math.floor(number / 40_000), number % 40_000];
    const isOut = at < 20_000;
    const seen =
      begin + cycle * 20 * 1_440 * MINUTE + (isOut ? 0 : 1_440 * MINUTE) + (at % 20_000) * 1_000_000;
    const outAt = new Date((seen - (isOut ? 0 : 1_440 * MINUTE) - MINUTE / 2) / 1_000).toISOString();
    const [here, out] = [
      { status: "available", checkedOutAt: null },
      { status: "checked_out", checkedOutAt: outAt },
    ];
    const [old, now] = isOut ? [here, out] : [out, here];
    const fields = {
      status: { old: old.status, new: now.status },
      checkedOutAt: { old: old.checkedOutAt, new: now.checkedOutAt },
    };
    const type = isOut ? "inventory.item.checked_out" : "inventory.item.returned";
    insert.run(type, `i-${at % 20_000}`, seen - MINUTE, seen, JSON.stringify(fields));
  }
  database.exec("COMMIT");
  database.close();
  const begun = performance.now();
  expect(store.read(READ_USUAL_TIMES, undefined)).toMatchObject({ all: { cases: 100_000 } });
  const first = performance.now() - begun;
  store.list("items", [item("i-1", { status: "checked_out", checkedOutAt: "2025-05-31T00:00:00.000Z" })]);
  const start = performance.now();
  expect(store.read(READ_USUAL_TIMES, undefined).all?.cases).toBe(100_000);
  expect(performance.now() - start).toBeLessThan(first);
});
