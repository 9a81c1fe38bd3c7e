import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { USER_MIGRATIONS } from "../../../../../electron/store/database/migrations/index.ts";
import { openForWriting } from "../../../../../electron/store/database/open-database.ts";
import { UserStore, type ViewRow } from "../../../../../electron/store/user-data/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const view = (id: string, part: Partial<ViewRow> = {}): ViewRow => ({
  id,
  profileId: "p",
  resource: "items",
  name: id.toUpperCase(),
  definition: "{}",
  ...part,
});

async function store(): Promise<{ store: UserStore; file: string }> {
  const file = path.join(await temporaryFolder(), "user.sqlite");
  return { store: new UserStore(file), file };
}
const ids = (store: UserStore, profileId = "p"): string[] => store.views(profileId).map(({ id }) => id);

describe("the table of views", () => {
  it("comes to a database of the first version, whose texts stay", async () => {
    const file = path.join(await temporaryFolder(), "user.sqlite");
    const { database } = openForWriting(file, USER_MIGRATIONS.slice(0, 1));
    database.exec("INSERT INTO entries VALUES ('settings', '{}')");
    database.close();
    const opened = new UserStore(file);
    opened.addView(view("a"));
    expect([opened.get("settings"), ids(opened)]).toEqual(["{}", ["a"]]);
    opened.close();
    const raw = new DatabaseSync(file, { readOnly: true });
    expect(raw.prepare("PRAGMA user_version").get()).toEqual({ user_version: USER_MIGRATIONS.length });
    expect(raw.prepare("SELECT strict FROM pragma_table_list WHERE name = 'views'").get()).toEqual({
      strict: 1,
    });
    raw.close();
  });

  it("keeps the order in which views were added, within a profile and a resource", async () => {
    const { store: opened } = await store();
    opened.addView(view("b"));
    opened.addView(view("x", { resource: "types" }));
    opened.addView(view("a"));
    opened.addView(view("other", { profileId: "p-2" }));
    expect(ids(opened)).toEqual(["b", "a", "x"]);
    expect(ids(opened, "p-2")).toEqual(["other"]);
    expect(opened.views("p")[1]).toEqual(view("a"));
    opened.close();
  });

  it("moves a view before another one or behind all, and leaves other tables alone", async () => {
    const { store: opened } = await store();
    for (const id of ["a", "b", "c"]) opened.addView(view(id));
    opened.addView(view("x", { resource: "types" }));
    opened.moveView("c", "a");
    expect(ids(opened)).toEqual(["c", "a", "b", "x"]);
    opened.moveView("c", null);
    expect(ids(opened)).toEqual(["a", "b", "c", "x"]);
    // Nothing of another table is a place for it.
    opened.moveView("a", "x");
    expect(ids(opened)).toEqual(["b", "c", "a", "x"]);
    opened.close();
  });

  it("brings a deleted view back to its place, until the file is opened again", async () => {
    const { store: opened, file } = await store();
    for (const id of ["a", "b", "c"]) opened.addView(view(id));
    opened.setViewDeleted("b", true);
    opened.moveView("c", "a");
    expect(ids(opened)).toEqual(["c", "a"]);
    opened.setViewDeleted("b", false);
    expect(ids(opened)).toEqual(["c", "a", "b"]);
    opened.setViewDeleted("b", true);
    opened.close();
    const again = new UserStore(file);
    again.setViewDeleted("b", false);
    expect([ids(again), again.findView("b")]).toEqual([["c", "a"], null]);
    again.close();
  });

  it("changes names and definitions, and forgets a profile's views", async () => {
    const { store: opened } = await store();
    opened.addView(view("a"));
    opened.addView(view("z", { profileId: "p-2" }));
    opened.renameView("a", "New");
    opened.saveView("a", '{"x":1}');
    expect(opened.findView("a")).toEqual(view("a", { name: "New", definition: '{"x":1}' }));
    opened.forgetViews("p");
    expect([ids(opened), ids(opened, "p-2")]).toEqual([[], ["z"]]);
    opened.close();
  });
});
