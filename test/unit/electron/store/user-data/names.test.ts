import path from "node:path";
import { expect, it } from "vitest";
import { UserStore } from "../../../../../electron/store/user-data/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

it("each connection has its own names of holders", async () => {
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const store = new UserStore(file);
  const [anna, berta] = ["u-2", "u-1"].map((id) => ({ id, name: `Name of ${id}`, team: "", note: "a\nb" }));
  if (!anna || !berta) throw new Error("two entries");
  store.saveNames("one", [anna, berta], []);
  store.saveNames("two", [anna], []);
  expect(store.names("one")).toEqual([berta, anna]);
  store.saveNames("one", [{ ...berta, team: "Print" }], ["u-2", "unknown"]);
  expect([store.names("one"), store.names("two")]).toEqual([[{ ...berta, team: "Print" }], [anna]]);
  store.forgetProfile("one");
  expect([store.names("one"), store.names("two")]).toEqual([[], [anna]]);
  store.close();
});
