import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  scheduledRequest,
  viewOfPlan,
} from "../../../../../electron/features/schedules/scheduled-request.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { schedulePlanSchema, type SchedulePlan } from "../../../../../shared/features/schedules/schedules.ts";
import type { ViewDefinition } from "../../../../../shared/query/views/views.ts";
import { remote } from "../../../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const CONNECTION_ID = "one";
const FILMS: ViewDefinition = { version: 1, minor: 0, search: "film", filters: [], sort: [] };

const planOf = (viewId: string): SchedulePlan =>
  schedulePlanSchema.parse({
    resource: "items",
    viewId,
    columns: ["id"],
    format: "csv",
    dialect: { delimiter: ",", decimal: "." },
    manifest: false,
    refreshFirst: false,
    timing: { kind: "hours", every: 1 },
    keep: null,
    mail: null,
  });

/** A store whose connection has a team, and the user's view. */
async function openStore() {
  const user = makeUserStore(path.join(await temporaryFolder(), "user.sqlite"));
  onTestFinished(() => user.close());
  const page = {
    epoch: "e",
    label: "Desk 1",
    right: "annotate",
    clockAhead: 0,
    records: [],
    last: 0,
  } as const;
  user.storeTeamPage(CONNECTION_ID, page, { all: false, asks: false, more: false }, 10);
  const id = randomUUID();
  const value = JSON.stringify({ resource: "items", name: "Films", definition: FILMS });
  user.saveOwn(CONNECTION_ID, "views", { id, value });
  const share = (): number =>
    user.shareRecords(
      CONNECTION_ID,
      "views",
      user.ownRecords(CONNECTION_ID, "views").map((record) => ({ ...record, team: undefined })),
      20,
    );
  return { user, store: remote(user), id, share };
}

it("a schedule still exports its view after the user shared the view", async () => {
  const { user, store, id, share } = await openStore();
  const before = await scheduledRequest(store, CONNECTION_ID, planOf(id), Date.now());
  expect(share()).toBe(1);
  expect(user.ownInOrder(CONNECTION_ID, "views")).toEqual([]);
  const after = await scheduledRequest(store, CONNECTION_ID, planOf(id), Date.now());
  expect(after).toEqual(before);
  expect(after).toMatchObject({ query: { search: "film" }, view: { name: "Films", definition: FILMS } });
});

it("a schedule finds no deleted view and no view of another table", async () => {
  const { user, store, id, share } = await openStore();
  share();
  expect(await viewOfPlan(store, CONNECTION_ID, { resource: "types", viewId: id })).toBeNull();
  user.deleteTeamRecord(CONNECTION_ID, "views", id, 30);
  expect(await viewOfPlan(store, CONNECTION_ID, { resource: "items", viewId: id })).toBeNull();
  await expect(scheduledRequest(store, CONNECTION_ID, planOf(id), Date.now())).rejects.toThrow(
    "The view was deleted",
  );
});
