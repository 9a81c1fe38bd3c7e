import path from "node:path";
import { expect, it } from "vitest";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

it("each connection has its own holder names", async () => {
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const store = makeUserStore(file);
  const record = (id: string, team = "") => ({
    id,
    value: JSON.stringify({ name: `Name of ${id}`, team, note: 'a\nb "c" \\ \u0001 é' }),
  });
  const save = (connectionId: string, ...records: { id: string; value: string | null }[]): void =>
    store.saveRecords(connectionId, "names", records, { maxRecords: 3, tooMany: "too many" }, 0);
  const names = (connectionId: string) => store.records(connectionId, "names", "");
  save("one", record("u-2"), record("u-1"));
  save("two", record("u-2"));
  expect(names("one")).toEqual([record("u-1"), record("u-2")]);
  save("one", record("u-1", "Print"), { id: "u-2", value: null }, { id: "unknown", value: null });
  expect([names("one"), names("two")]).toEqual([[record("u-1", "Print")], [record("u-2")]]);
  expect(() => save("one", record("a"), record("b"), record("c"))).toThrow("too many");
  expect(names("one")).toHaveLength(1);
  store.forgetConnection("one");
  expect([names("one"), names("two")]).toEqual([[], [record("u-2")]]);
  store.close();
});
