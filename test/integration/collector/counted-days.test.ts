import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { startFront, type Front } from "../../helpers/front.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import { makeEngineRig, type EngineRig } from "../sync/engine-rig.ts";
import { ask, collect, runIn, storesOf, type CollectorUnderTest } from "./support.ts";

/** The workstation's days of absence, and the size of the company. `npm run soak -- collector` uses two years. */
const DAYS = Number(process.env["STOCKDECK_COLLECTOR_DAYS"] ?? 30);
const [TYPES, LOCATIONS] = [1_500, 50] as const;
/** Ms for a pass that reads them all. */
const PATIENCE_MS = 30_000 + DAYS * 500;
/** The first day. The last one is three days ago. */
const BEGIN = (Math.floor(Date.now() / 86_400_000) - 3 - DAYS) * 86_400_000;
/** The day a number of days after the first one, ISO 8601. */
const dayAt = (at: number): string => new Date(BEGIN + at * 86_400_000).toISOString().slice(0, 10);
const FIRST_DAY = dayAt(0);

/** A past of a company, by its number of days, types and locations. */
interface Past {
  readonly days: number;
  readonly types: number;
  readonly locations: number;
}

/** Fills a collector's store with counted days, in two dialects of SQL. */
function fill(collector: CollectorUnderTest, { days, types, locations }: Past): Promise<void> {
  const numbers = (name: string, most: number): string =>
    `${name}(${name}) AS (SELECT 0 UNION ALL SELECT ${name} + 1 FROM ${name} WHERE ${name} < ${most - 1})`;
  const text = (schema: string, dayOf: string, taken: string, idOf: (number: string) => string): string => {
    const day = `WITH RECURSIVE ${numbers("d", days)}`;
    const stock = (dimension: string, most: number): string =>
      `${day}, ${numbers("n", most)} INSERT INTO ${schema}snapshots (day, dimension, id, status, items, length, weight)
         SELECT ${dayOf}, '${dimension}', ${idOf("n")}, 'available', d + n, n * 0.5, d * 0.25 FROM d CROSS JOIN n`;
    const consumption = `INSERT INTO ${schema}consumption (day, ${schema === "" ? "typeId" : "type_id"}, length, weight)`;
    return [
      `${day} INSERT INTO ${schema}snapshot_days SELECT ${dayOf}, ${taken}, 0, 0 FROM d`,
      stock("types", types),
      stock("locations", locations),
      `${day}, ${numbers("n", types)} ${consumption} SELECT ${dayOf}, ${idOf("n")}, d + n, 1 FROM d CROSS JOIN n`,
    ].join(";");
  };
  const sqlite = text(
    "",
    `date('${FIRST_DAY}', '+' || d || ' days')`,
    `unixepoch('${FIRST_DAY}', '+' || d || ' days') * 1000`,
    (number) => `'id_' || ${number}`,
  );
  const shared = text(
    "stockdeck.",
    `to_char(date '${FIRST_DAY}' + d, 'YYYY-MM-DD')`,
    `extract(epoch FROM date '${FIRST_DAY}' + d)::bigint * 1000`,
    (number) => `'id_' || ${number}`,
  );
  return runIn(collector, { file: collector.files.inventory, sql: sqlite }, shared);
}

/**
 * A collector that has counted the present day. If it had not, the leader of a store would delete days that its
 * own copy lacks.
 */
async function counting(makeStore: () => Promise<string | undefined>): Promise<CollectorUnderTest> {
  const collector = await collect(await serve({ items: 5 }), { store: await makeStore() });
  const counted = async (): Promise<number> =>
    (await ask(collector, "/stockdeck/v1/changes?after=0")).json.counted as number;
  await waitUntil(async () => (await counted()) > 0, "the count of the present day");
  return collector;
}

/** A workstation that has pulled once. */
interface Station extends EngineRig {
  readonly between: Front;
  /** Follows the collector again. */
  comeBack(): Promise<void>;
}

/** A workstation that is away, with the counted days up to the first day. */
async function absent(collector: CollectorUnderTest): Promise<Station> {
  const rig = await makeEngineRig({ items: 1, clock: systemClock, followsCollectors: true });
  const between = await startFront(collector.url);
  const comeBack = async (): Promise<void> => {
    const passes = rig.passesEnded();
    await rig.engine.useClient(
      new ApiClient({ baseUrl: between.url, key: collector.token, fetch: nodeFetch, clock: rig.clock }),
    );
    const hasEnded = (): boolean => rig.passesEnded() > passes && rig.engine.status.pass === null;
    await waitUntil(hasEnded, "the end of the pass", PATIENCE_MS);
  };
  await comeBack();
  await rig.engine.useClient(null);
  const { collector: known } = await rig.facts();
  if (known) await rig.store.writer.saveFacts({ collector: { ...known, counted: Date.parse(FIRST_DAY) } });
  return { ...rig, between, comeBack };
}

function rowsOf(file: string, sql: string): readonly unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/**
 * The first day that is compared. Of stock that is three months old, only one day of each week is kept, and
 * later none.
 */
const COMPARED = Math.max(0, DAYS - 80);
/** The rows and sums of each past day. */
const SUMS = {
  stock: `SELECT day, dimension, count(*) AS "rows", CAST(sum(items) AS double precision) AS items,
      sum(length) AS length, sum(weight) AS weight FROM snapshots WHERE id LIKE 'id_%' AND day >= '${dayAt(COMPARED)}' GROUP BY 1, 2 ORDER BY 1, 2`,
  used: `SELECT day, count(*) AS "rows", sum(length) AS length, sum(weight) AS weight FROM consumption
      WHERE day < '${FIRST_DAY}' OR day >= '${dayAt(COMPARED)}' GROUP BY 1 ORDER BY 1`,
};

/** The rows that `SUMS` must give. */
function sumsOf({ days, types, locations }: Past): { readonly stock: object[]; readonly used: object[] } {
  const every = Array.from({ length: days }, (_, at) => at);
  const sum = (most: number): number => (most * (most - 1)) / 2;
  const stock = (day: number, dimension: string, most: number): object => ({
    day: dayAt(day),
    dimension,
    rows: most,
    items: day * most + sum(most),
    length: sum(most) / 2,
    weight: (day * most) / 4,
  });
  return {
    stock: every
      .slice(COMPARED)
      .flatMap((day) => [stock(day, "locations", locations), stock(day, "types", types)]),
    used: every.slice(COMPARED).map((day) => ({
      day: dayAt(day),
      rows: types,
      length: day * types + sum(types),
      weight: types,
    })),
  };
}

interface DayLine {
  readonly kind: string;
  readonly day?: string;
  readonly id?: string;
  readonly items?: number;
}

/** All lines since a day, page by page. @param between called after each page. */
async function linesSince(
  collector: CollectorUnderTest,
  from: string,
  limit: number,
  between: (page: readonly DayLine[]) => Promise<void> | void = () => {},
): Promise<readonly DayLine[]> {
  const lines: DayLine[] = [];
  for (let after: string | null = ""; ;) {
    const { json } = await ask(
      collector,
      `/stockdeck/v1/days?from=${from}&limit=${limit}${after === "" ? "" : `&after=${after}`}`,
    );
    const page = json as { readonly lines: readonly DayLine[]; readonly next: string | null };
    expect(page.lines.length).toBeLessThanOrEqual(limit);
    lines.push(...page.lines);
    if (page.next === null) return lines;
    ({ next: after } = page);
    await between(page.lines);
  }
}

const postgres = startPostgres();

describe.each(storesOf(postgres))("counted days on %s", (_name, makeStore) => {
  it(
    `a workstation that was away for ${DAYS} days reads all counted days in pages`,
    async () => {
      const collector = await counting(makeStore);
      const station = await absent(collector);
      const past = { days: DAYS, types: TYPES, locations: LOCATIONS };
      await fill(collector, past);
      // Consumption that the collector has corrected since then, and consumption from before the first day.
      const wrong = new DatabaseSync(station.file);
      wrong.exec(`INSERT INTO consumption VALUES ('${dayAt(2)}', 'gone', 1, 1), ('${dayAt(-1)}', 'gone', 1, 1),
        ('${dayAt(-20)}', 'earlier', 1, 1)`);
      wrong.close();
      await station.comeBack();
      expect(station.engine.status).toMatchObject({ state: "idle", error: null, daysProblem: null });
      const { stock, used } = sumsOf(past);
      expect(rowsOf(station.file, SUMS.stock)).toEqual(stock);
      const earlier = DAYS > 700 ? [] : [{ day: dayAt(-20), rows: 1, length: 1, weight: 1 }];
      expect(rowsOf(station.file, SUMS.used)).toEqual([...earlier, ...used]);
      const pages = station.between.paths.filter((path) => path.includes("/days?"));
      expect(pages.length).toBeGreaterThanOrEqual((DAYS * (2 * TYPES + LOCATIONS)) / 5_000);
      const [first = ""] = pages;
      expect((await ask(collector, first)).text.length).toBeLessThan(1_600_000);
    },
    2 * PATIENCE_MS,
  );

  it("a day counted again between two pages is sent again from the day's first line", async () => {
    const collector = await counting(makeStore);
    await fill(collector, { days: 9, types: 6, locations: 3 });
    // The collector may count the present day during the test.
    const isCounted = ({ day = dayAt(99) }: DayLine): boolean => day < dayAt(99);
    const whole = (await linesSince(collector, dayAt(2), 5_000)).filter(isCounted);
    for (const limit of [1, 4, 10, 11, 40])
      expect((await linesSince(collector, dayAt(2), limit)).filter(isCounted)).toEqual(whole);
    let isChanged = false;
    const lines = await linesSince(collector, dayAt(4), 7, async (page) => {
      if (isChanged || page.at(-1)?.day !== dayAt(4)) return;
      isChanged = true;
      const change = (schema: string, takenAt: string): string =>
        `UPDATE ${schema}snapshot_days SET ${takenAt} = ${takenAt} + 60000 WHERE day = '${dayAt(4)}';
         UPDATE ${schema}snapshots SET items = 777 WHERE day = '${dayAt(4)}'`;
      await runIn(
        collector,
        { file: collector.files.inventory, sql: change("", "takenAt") },
        change("stockdeck.", "taken_at"),
      );
    });
    const begin = lines.findLastIndex(({ kind, day }) => kind === "day" && day === dayAt(4));
    expect(begin).toBeGreaterThan(0);
    const counted = lines.slice(begin).filter(({ kind, day }) => kind === "stock" && day === dayAt(4));
    expect(counted.map(({ items }) => items)).toEqual(Array(9).fill(777));
  });

  it("a request with an invalid first day or location gets 400", async () => {
    const collector = await collect(await serve({ items: 5 }), { store: await makeStore() });
    const days = ["2026-13-01", "2026-02-31", "2026-00-10", "2026-1-1", "yesterday", "0", "9999-99-99"];
    const places = [
      "",
      "x",
      "stock_2026-02-31_1_1",
      "stock_2026-02-01_-1_1",
      "consumption__",
      "observed_1.5",
    ];
    for (const query of [
      ...days.map((day) => `from=${day}`),
      ...places.map((place) => `from=2026-01-01&after=${place}`),
      "from=2026-01-01&limit=5001",
    ]) {
      const { status, json } = await ask(collector, `/stockdeck/v1/days?${query}`);
      expect([query, status, json.error]).toEqual([query, 400, "invalid_request"]);
    }
    for (const from of ["2024-02-29", "0000-01-01", "9999-12-31"])
      expect([from, (await ask(collector, `/stockdeck/v1/days?from=${from}`)).status]).toEqual([from, 200]);
  });
});

it.each([
  ["another shape", 200, '{"counted":1,"lines":7}'],
  ["a location that is not closed", 200, '{"counted":1,"lines":[{"kind":"later"}],"next":"observed_1"}'],
  ["a line that no collector sends", 200, '{"counted":1,"lines":[{"kind":"day","day":7}],"next":null}'],
  ["an endpoint that is missing", 404, '{"error":"not_found","message":"None.","requestId":"r"}'],
])("a pass with %s continues without counted days and reports the problem", async (_what, status, body) => {
  const service = await serve({ items: 5 });
  const collector = await collect(service);
  const station = await absent(collector);
  service.company.upsertItem({ id: "one", name: "One" });
  await collector.refresh("incremental");
  station.between.intercept(({ url = "" }, response) => {
    if (!url.includes("/days?")) return false;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
    return true;
  });
  await station.comeBack();
  const { json } = await ask(collector, "/stockdeck/v1/health");
  expect(station.engine.status).toMatchObject({
    state: "idle",
    error: null,
    completeAsOf: json.completeAsOf as string,
    collector: { number: 1 },
    daysProblem: { kind: status === 404 ? "not_found" : "protocol" },
  });
  expect(station.lines.join("\n")).toContain("the counted days were not read");
  station.between.intercept(null);
  await waitUntil(async () => {
    await station.engine.syncNow("incremental", true);
    return station.engine.status.daysProblem === null;
  }, "the counted days");
});
