import { expect, it } from "vitest";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import { memoryKeychain } from "../../helpers/memory-keychain.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { BASE, start, type CoreRig } from "./support.ts";

const LARGEST = 1.79e308;

/** A core with rows whose numbers are all at the limits of a double's range. */
async function hugeNumbers(): Promise<CoreRig> {
  const withNumbers = (resource: "items" | "types", id: string, sign: number): Record<string, unknown> => ({
    id,
    name: id,
    ...Object.fromEntries(
      FIELDS[resource].flatMap(({ name, kind }) => (kind === "number" ? [[name, sign * LARGEST]] : [])),
    ),
    ...(resource === "items" && {
      status: "available",
      materialTypeId: "t1",
      updatedAt: "2026-01-01T00:00:00Z",
    }),
  });
  const records = {
    items: [1, 1, -1, 1].map((sign, at) => withNumbers("items", `i${at}`, sign)),
    types: [withNumbers("types", "t1", 1), withNumbers("types", "t2", 1)],
    locations: [],
  };
  const fetch = async (url: string): Promise<Response> => {
    const resource = /inventory\/(\w+)/.exec(url)?.[1] as keyof typeof records;
    const meta = { requestId: "r", hasMore: false, nextCursor: null };
    return new Response(JSON.stringify({ data: records[resource], meta }), {
      headers: { "content-type": "application/json" },
    });
  };
  const rig = start(await temporaryFolder(), memoryKeychain(), fetch);
  await rig.call("connect", { baseUrl: BASE, key: "sample_live_key" });
  await rig.pulled();
  return rig;
}

it("a total beyond the largest finite number is left out without an error", async () => {
  const rig = await hugeNumbers();
  const { connectionId } = (await rig.call("bootstrap")).connection ?? {};
  const query = { version: 1 } as const;
  const of = { connectionId, resource: "items", query } as const;
  const totals = await rig.call("queryTotals", { ...of, fields: ["weight", "remainingLength"] });
  expect(totals).toEqual({ rows: 4, fields: { weight: [], remainingLength: [] } });
  const calls = [
    [
      "queryBreakdown",
      { ...of, breakdown: { by: { field: "materialTypeId" }, parts: [], fields: ["weight"] } },
    ],
    ["queryBreakdown", { ...of, breakdown: { by: null, parts: [], fields: ["weight"] } }],
    ["queryHistogram", { ...of, field: "weight", buckets: 20 }],
    [
      "queryTotals",
      { ...of, resource: "types", fields: ["width", "totalLength", "totalWeight", "pricePerFoot"] },
    ],
    [
      "queryLines",
      {
        ...of,
        groups: {
          levels: [{ field: "materialTypeId", order: { by: "sum", field: "weight", direction: "desc" } }],
          open: true,
          exceptions: [],
        },
        offset: 0,
        limit: 20,
      },
    ],
    ["queryPage", { ...of, offset: 0, limit: 20 }],
    ["queryStockHistory", { connectionId, dimension: "types", id: "t1", days: 30 }],
    ["queryConsumption", { connectionId, days: 30 }],
    ["proposeUnits", { connectionId }],
  ] as const;
  for (const [name, input] of calls)
    expect([name, await rig.kindOf(name, input)]).not.toEqual([name, "internal"]);
});
