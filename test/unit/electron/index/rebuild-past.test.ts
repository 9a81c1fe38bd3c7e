import { expect, it } from "vitest";
import type { InventoryReader } from "../../../../electron/index/inventory-reader.ts";
import { rebuildPast } from "../../../../electron/index/rebuild-past.ts";
import type { Remote } from "../../../../electron/store/database/worker-rpc.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

it("a past day that is no longer needed is closed before the next past day is rebuilt", async () => {
  const order: string[] = [];
  const reader = {
    rebuildPast: async (asOf: string) => {
      order.push(`rebuild ${asOf}`);
      return { isReady: true, done: 1, total: 1 };
    },
    closePast: async (asOf: string) => {
      await new Promise(setImmediate);
      order.push(`close ${asOf}`);
    },
  } as unknown as Remote<InventoryReader>;
  const first = rebuildPast(reader, "day 1", virtualClock(), { signal: AbortSignal.abort() });
  const second = rebuildPast(reader, "day 2", virtualClock());
  await expect(first).rejects.toMatchObject({ error: { kind: "cancelled" } });
  await second;
  expect(order).toEqual(["rebuild day 1", "close day 1", "rebuild day 2"]);
});
