import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { BASE, memory, start } from "./support.ts";

describe("printing", () => {
  it("describeQuery() describes a query in words, with the id in place of an unknown name", async () => {
    const rig = start(await temporaryFolder(), memory());
    const { connectionId } = await rig.call("connect", { baseUrl: BASE, key: "some-key" });
    await rig.pulled();
    const query = {
      version: 1,
      search: "film",
      filter: { field: "locationId", op: "is", value: "loc-9" },
    } as const;
    expect(await rig.call("describeQuery", { connectionId, resource: "items", query })).toEqual([
      "Search: film",
      "Location is loc-9",
      "Sorted by Name (ascending)",
    ]);
  });

  it("the browser host refuses to save a PDF", async () => {
    const rig = start(await temporaryFolder(), memory());
    expect(await rig.kindOf("savePdf", { name: "items" })).toBe("invalid_input");
  });
});
