import path from "node:path";
import { describe, expect, it } from "vitest";
import { UserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type { ViewRow } from "../../../../../electron/features/views/view-table.ts";
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

describe("the view table", () => {
  it("the view table keeps the order in which views were added, within a connection and a resource", async () => {
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

  it("the view table moves a view before another view or to the end and leaves views of other resources unchanged", async () => {
    const { store: opened } = await store();
    for (const id of ["a", "b", "c"]) opened.addView(view(id));
    opened.addView(view("x", { resource: "types" }));
    opened.moveView("c", "a");
    expect(ids(opened)).toEqual(["c", "a", "b", "x"]);
    opened.moveView("c", null);
    expect(ids(opened)).toEqual(["a", "b", "c", "x"]);
    // A view of another table is no valid place for it.
    opened.moveView("a", "x");
    expect(ids(opened)).toEqual(["b", "c", "a", "x"]);
    opened.close();
  });

  it("the view table restores a deleted view to its place until the file is opened again", async () => {
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

  it("the view table changes names and definitions and deletes the views of a deleted connection", async () => {
    const { store: opened } = await store();
    opened.addView(view("a"));
    opened.addView(view("z", { profileId: "p-2" }));
    opened.renameView("a", "New");
    opened.saveView("a", '{"x":1}');
    expect(opened.findView("a")).toEqual(view("a", { name: "New", definition: '{"x":1}' }));
    opened.forgetProfile("p");
    expect([ids(opened), ids(opened, "p-2")]).toEqual([[], ["z"]]);
    opened.close();
  });
});
