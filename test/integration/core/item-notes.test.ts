import fs from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import type { Query } from "../../../shared/query/query.ts";
import { afterPush } from "../../helpers/after-push.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { serve } from "../sample-service/support.ts";
import { cli } from "../cli/support.ts";
import { memory, start } from "./support.ts";

const NOTED: Query = {
  version: 1,
  filter: { field: "itemNote", op: "notEmpty" },
  sort: [{ field: "itemNote", direction: "asc" }],
};

/** A core with a copy of a service, and the notes that its rows show. */
async function connected() {
  const service = await serve({ items: 40 });
  const folder = await temporaryFolder();
  const rig = start(folder, memory(), nodeFetch);
  const { connectionId } = await rig.call("connect", { baseUrl: service.url, key: service.key });
  await rig.pulled();
  const shown = async (query: Query = NOTED): Promise<unknown> => {
    const page = { connectionId, resource: "items", query, offset: 0, limit: 10 } as const;
    return (await rig.call("queryPage", page)).rows.map(({ itemNote }) => itemNote);
  };
  const open = async (): Promise<unknown> =>
    (await rig.call("listItemNotes", { connectionId })).map(({ text, untilReturn }) => [text, untilReturn]);
  const write = (itemId: string, text: string): Promise<void> =>
    rig.call("saveItemNote", { connectionId, note: { itemId, text, askedOn: null } });
  const becomes = (texts: readonly string[]): Promise<void> =>
    afterPush(rig.core, async () => JSON.stringify(await shown()) === JSON.stringify(texts));
  /** The lines of the column in a file that the command line writes. */
  const exported = async (): Promise<readonly string[]> => {
    const [data, out] = [path.join(folder, "profiles", connectionId), path.join(folder, "out.csv")];
    const what = ["--resource", "items", "--query", JSON.stringify(NOTED), "--columns", "itemNote"];
    await cli(["export", "--data-dir", data, ...what, "--format", "csv", "--out", out]);
    return (await fs.readFile(out, "utf8")).trim().split(/\r?\n/);
  };
  return { exported, service, rig, connectionId, shown, open, write, becomes };
}

it("rows show the notes at once; a refresh that sees the return ends only the note on the check-out", async () => {
  const { service, rig, connectionId, exported, shown, open, write, becomes } = await connected();
  const items = [...service.company.items.all()];
  const free = items.find(({ status }) => status === "available")?.id ?? "";
  const out = items.find(({ status }) => status === "checked_out")?.id ?? "";
  await write(free, "Box is damaged");
  await becomes(["Box is damaged"]);
  await write(out, "Back on Friday");
  await becomes(["Back on Friday", "Box is damaged"]);
  expect(await exported()).toEqual(["itemNote", "Back on Friday", "Box is damaged"]);
  expect(await shown({ version: 1, search: "friday" })).toEqual(["Back on Friday"]);
  expect(await open()).toEqual([
    ["Back on Friday", true],
    ["Box is damaged", false],
  ]);

  for (const id of [free, out])
    service.company.upsertItem({ id, status: "checked_out", checkedOutAt: "2026-06-01T00:00:00Z" });
  await rig.call("syncNow", { full: false });
  for (const id of [free, out]) service.company.upsertItem({ id, status: "available", checkedOutAt: null });
  await rig.call("syncNow", { full: false });
  await becomes(["Box is damaged"]);
  expect(await open()).toEqual([["Box is damaged", false]]);
  const [note] = await rig.call("listItemNotes", { connectionId });
  await rig.call("deleteItemNote", { connectionId, id: note?.id ?? "" });
  await becomes([]);
});
