import { expect, it } from "vitest";
import { NameService } from "../../../../../electron/features/names/name-service.ts";
import type { Remote } from "../../../../../electron/store/database/worker-rpc.ts";
import type { UserDatabase } from "../../../../../electron/store/user-data/user-database.ts";
import { virtualClock } from "../../../../helpers/virtual-clock.ts";

it("a saved name is on the rows before the save ends and the team hears of it", async () => {
  const order: string[] = [];
  const names = new NameService({
    store: {
      saveRecords: async () => {},
      records: async () => [],
    } as unknown as Remote<UserDatabase>,
    clock: virtualClock(),
    requireProfile: () => {},
    onChange: async () => {
      await new Promise(setImmediate);
      order.push("rows");
    },
    onSaved: () => order.push("team"),
  });
  const entries = [{ id: "u-1", name: "Anna", team: "", note: "" }];
  await names.save({ profileId: "p-1", entries });
  order.push("saved");
  expect(order).toEqual(["rows", "team", "saved"]);
});
