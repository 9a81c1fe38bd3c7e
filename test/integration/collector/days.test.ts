import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { manualClock } from "../../helpers/manual-clock.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import { collect, type CollectorUnderTest } from "./support.ts";

const DAYS = 30;
/** The days after which the second collector starts again. */
const RESTARTS: ReadonlySet<number> = new Set([7, 8, 22]);

/** All that a collector has counted and observed. */
function historyOf({ files }: Pick<CollectorUnderTest, "files">): object {
  const database = new DatabaseSync(files.inventory, { readOnly: true });
  try {
    const all = (sql: string): unknown[] => database.prepare(sql).all();
    return {
      days: all("SELECT day, lowStock, problems FROM snapshot_days ORDER BY day"),
      stock: all(
        "SELECT day, dimension, id, status, items, length, weight FROM snapshots ORDER BY 1, 2, 3, 4",
      ),
      consumption: all("SELECT day, typeId, length, weight FROM consumption ORDER BY day, typeId"),
      changes: all("SELECT number, type, resource, id, name, fields FROM changes ORDER BY number"),
    };
  } finally {
    database.close();
  }
}

/** The stock of the last counted day, and that of the rows now. */
const STOCK = {
  counted: `SELECT dimension, id, status, items, round(coalesce(weight, 0), 3) AS weight FROM snapshots
     WHERE day = (SELECT max(day) FROM snapshot_days) ORDER BY 1, 2, 3`,
  present: ["locations", "types"]
    .map((dimension) => {
      const id = dimension === "types" ? "materialTypeId" : "locationId";
      return `SELECT '${dimension}' AS dimension, coalesce(${id}, '') AS id, status, count(*) AS items,
        round(coalesce(sum(weight), 0), 3) AS weight
        FROM items WHERE noLongerReturnedSince IS NULL GROUP BY 2, 3`;
    })
    .join(" UNION ALL ")
    .concat(" ORDER BY 1, 2, 3"),
};

/** Whether the last of the days has been counted with all rows of now. */
function isCounted({ files }: Pick<CollectorUnderTest, "files">, days: number): boolean {
  const database = new DatabaseSync(files.inventory, { readOnly: true });
  try {
    const counted = database.prepare("SELECT day FROM snapshot_days").all();
    const [stock, present] = [STOCK.counted, STOCK.present].map((sql) => database.prepare(sql).all());
    return counted.length === days && isDeepStrictEqual(stock, present);
  } finally {
    database.close();
  }
}

it(`a collector that starts again three times in ${DAYS} days counts each day as one that never ended`, async () => {
  const clock = manualClock(Date.parse("2026-03-01T12:00:00Z"));
  const service = await serve({ items: 120, now: () => clock.now() });
  const whole = await collect(service, { clock });
  const folder = await temporaryFolder();
  let broken = await collect(service, { clock, folder });
  const { token } = broken;
  for (let day = 1; day <= DAYS; day += 1) {
    for (let change = 0; change < 12; change += 1) service.company.step();
    for (const collector of [whole, broken]) await collector.refresh("incremental");
    await waitUntil(() => [whole, broken].every((one) => isCounted(one, day)), `the count of day ${day}`);
    if (RESTARTS.has(day)) {
      await broken.close();
      broken = await collect(service, { clock, folder, token });
    }
    await clock.advance(86_400_000);
  }
  const wanted = historyOf(whole) as { days: unknown[]; changes: unknown[] };
  expect(historyOf(broken)).toEqual(wanted);
  expect(wanted.days).toHaveLength(DAYS);
  expect(wanted.changes.length).toBeGreaterThan(DAYS);
});
