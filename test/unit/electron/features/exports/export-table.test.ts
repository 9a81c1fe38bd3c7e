import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

describe("the export log", () => {
  it("the export log keeps each connection's latest exports in order", async () => {
    const store = makeUserStore(path.join(await temporaryFolder(), "user.sqlite"));
    for (let at = 1; at <= 5; at += 1) store.addExport(`a${at}`, "one", at, `"${at}"`, 3);
    store.addExport("b", "two", 0, `"b"`, 3);
    expect([store.exports("one"), store.exports("two")]).toEqual([['"5"', '"4"', '"3"'], ['"b"']]);
    store.forgetConnection("one");
    expect([store.exports("one"), store.exports("two")]).toEqual([[], ['"b"']]);
    store.close();
  });
});
