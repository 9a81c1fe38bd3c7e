import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SavedViews } from "../../../../../electron/features/views/saved-views.ts";
import { makeUserStore, type UserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type { Remote } from "../../../../../electron/store/database/worker-rpc.ts";
import type { PushPayload } from "../../../../../shared/contract/contract.ts";
import { AppFailure } from "../../../../../shared/base/errors.ts";
import type { ViewDefinition } from "../../../../../shared/query/views/views.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const PLAIN: ViewDefinition = { version: 1, minor: 0, search: "", filters: [], sort: [] };
const P = { connectionId: "p", resource: "items" } as const;

async function rig() {
  const store = makeUserStore(path.join(await temporaryFolder(), "user.sqlite"));
  onTestFinished(() => store.close());
  const told: PushPayload<"views">[] = [];
  const views = new SavedViews({
    // In this thread the store's methods answer at once, which `await` also accepts.
    store: store as unknown as Remote<UserStore>,
    requireConnection: (connectionId) => {
      if (connectionId === "none")
        throw new AppFailure({ kind: "invalid_input", message: "no such connection" });
    },
    onChange: (changed) => told.push(changed),
  });
  const add = (name: string, part: object = {}) => views.create({ ...P, name, definition: PLAIN, ...part });
  const names = async (): Promise<string[]> => (await views.list("p")).map(({ name }) => name);
  return { store, views, told, add, names };
}

describe("SavedViews", () => {
  it("SavedViews emits all views of the connection after every change", async () => {
    const { views, told, add } = await rig();
    const { id } = await add("Films");
    await views.rename({ connectionId: "p", id, name: "Foils" });
    await views.save({ connectionId: "p", id, definition: { ...PLAIN, search: "foil" } });
    await views.delete({ connectionId: "p", id });
    await views.restore({ connectionId: "p", id });
    expect(told.map((event) => event.views.map(({ name, definition }) => [name, definition.search]))).toEqual(
      [[["Films", ""]], [["Foils", ""]], [["Foils", "foil"]], [], [["Foils", "foil"]]],
    );
  });

  it("SavedViews never stores two views with the same name in one table", async () => {
    const { views, add, names } = await rig();
    const [first] = await Promise.all([add("Films"), add("films"), add("Films", { resource: "types" })]);
    expect(await names()).toEqual(["Films", "films (2)", "Films"]);
    await expect(views.rename({ connectionId: "p", id: first.id, name: "FILMS (2)" })).rejects.toMatchObject({
      error: { kind: "invalid_input", message: "Another view is called “FILMS (2)” already." },
    });
    // A view's own name in other letters is not a conflict.
    await views.rename({ connectionId: "p", id: first.id, name: "FILMS" });
    await views.delete({ connectionId: "p", id: first.id });
    await add("Films");
    await views.restore({ connectionId: "p", id: first.id });
    expect(await names()).toEqual(["FILMS (3)", "films (2)", "Films", "Films"]);
  });

  it("SavedViews refuses another connection's view and an unknown view", async () => {
    const { views, told, add } = await rig();
    const { id } = await add("Films");
    told.length = 0;
    for (const connectionId of ["p-2", "none"])
      await expect(views.delete({ connectionId, id })).rejects.toMatchObject({
        error: { kind: "invalid_input" },
      });
    await expect(
      views.move({ connectionId: "p", id: "00000000-0000-4000-8000-000000000000", before: null }),
    ).rejects.toMatchObject({ error: { message: "There is no such view any more." } });
    expect(told).toEqual([]);
  });

  it("SavedViews drops a damaged view and keeps the other views", async () => {
    const { store, add, names } = await rig();
    const { id } = await add("Films");
    await add("Foils");
    for (const definition of ["{", "null", '{"version":7}', '{"version":1,"minor":0,"__proto__":{}}']) {
      const value = `{"resource":"items","name":"Films","definition":${definition}}`;
      store.saveOwn("p", "views", { id, value });
      expect(await names()).toEqual(["Foils"]);
    }
  });

  it("SavedViews keeps fields of a newer minor version", async () => {
    const { views, add } = await rig();
    const definition = { ...PLAIN, minor: 9, colour: { of: "rows" } } as ViewDefinition;
    await add("Films", { definition });
    expect((await views.list("p"))[0]?.definition).toEqual(definition);
  });
});
