import path from "node:path";
import { describe, expect, it } from "vitest";
import { USER_MIGRATIONS } from "../../../../../electron/store/database/migrations/index.ts";
import { openForWriting } from "../../../../../electron/store/database/open-database.ts";
import { UserStore } from "../../../../../electron/store/user-data/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

describe("the log of exports", () => {
  it("comes into a database of an earlier version, which keeps what it has", async () => {
    const file = path.join(await temporaryFolder(), "user.sqlite");
    const { database } = openForWriting(file, USER_MIGRATIONS.slice(0, 2));
    database.prepare("INSERT INTO entries (name, value) VALUES ('a', '1')").run();
    database.close();
    const store = new UserStore(file);
    store.addExport("x", "one", 1, "{}", 20);
    expect([store.get("a"), store.exports("one")]).toEqual(["1", ["{}"]]);
    store.close();
  });

  it("keeps the last of each profile, the latest first, and forgets a profile's alone", async () => {
    const store = new UserStore(path.join(await temporaryFolder(), "user.sqlite"));
    for (let at = 1; at <= 5; at += 1) store.addExport(`a${at}`, "one", at, `"${at}"`, 3);
    store.addExport("b", "two", 0, `"b"`, 3);
    expect([store.exports("one"), store.exports("two")]).toEqual([['"5"', '"4"', '"3"'], ['"b"']]);
    store.forgetExports("one");
    expect([store.exports("one"), store.exports("two")]).toEqual([[], ['"b"']]);
    store.close();
  });
});
