import { expect, it } from "vitest";
import { item, openStore } from "../support.ts";

const DAY = 86_400_000;
/** Pages of the test store are received a quarter of an hour after the epoch. */
const OUT_AT = 60_000;

it("usual times without returns are the nearest ranks of how long items have been out", async () => {
  const store = await openStore();
  expect(store.reader.usualTimes(5 * DAY).all).toBeNull();
  const out = (days: number, status = "checked_out") => ({
    status,
    checkedOutAt: new Date((5 - days) * DAY).toISOString(),
  });
  // By hand: out for 5, 1, 4, 2 and 3 days; the third of five is the median, the fifth the 90th percentile.
  store.list("items", [
    ...[5, 1, 4, 2, 3].map((days) => item(`i-${days}`, out(days))),
    item("returned", out(100, "available")),
    item("undated", { status: "checked_out" }),
  ]);
  const exactly = (days: number) => ({ least: days * DAY, most: days * DAY });
  expect(store.reader.usualTimes(5 * DAY)).toMatchObject({
    all: { basis: "now", cases: 5, median: exactly(3), p90: exactly(5) },
    types: [],
  });
  // A clock behind the service's makes no negative ages.
  expect(store.reader.usualTimes(0).all?.p90).toEqual(exactly(0));
});

it("usual times come from the returns in the change log, and are read anew with the next change", async () => {
  const store = await openStore();
  const ids = Array.from({ length: 9 }, (_, at) => `i-${at}`);
  const outAt = { status: "checked_out", checkedOutAt: new Date(OUT_AT).toISOString() };
  const film = { materialTypeId: "film" };
  store.list(
    "items",
    ids.map((id) => item(id, { ...film, ...outAt })),
    {
      finish: { everything: true, facts: { firstPullComplete: true, mark: "1970-01-01T00:10:00.000Z" } },
    },
  );
  expect(store.reader.usualTimes(5 * DAY)).toMatchObject({
    all: { basis: "now", cases: 9, p90: { most: 5 * DAY - OUT_AT } },
    types: [],
  });

  store.list(
    "items",
    ids.slice(0, 8).map((id) => item(id, film)),
  );
  const { all, types, since } = store.reader.usualTimes(5 * DAY);
  expect(all).toMatchObject({ basis: "returns", cases: 8, p90: { most: 1_000_002 - OUT_AT } });
  expect(all?.p90.least).toBeLessThan(1_000_002 - OUT_AT);
  expect(types).toMatchObject([{ typeId: "film", cases: 8 }]);
  expect(since).toMatch(/^1970-/);
  store.list(
    "items",
    ids.slice(8).map((id) => item(id, film)),
  );
  expect(store.reader.usualTimes(5 * DAY).all?.cases).toBe(9);
});
