import { randomUUID } from "node:crypto";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import {
  CHANGE_ALERTS,
  EVALUATE_RULE,
  SAVE_ALERTS,
} from "../../../electron/features/alerts/evaluate/alert-tasks.ts";
import { READER_TASKS, WRITER_TASKS } from "../../../electron/hosts/core/store-tasks.ts";
import { dataFolder } from "../../../electron/store/database/data-folder.ts";
import { InventoryReader } from "../../../electron/index/inventory-reader.ts";
import { InventoryWriter } from "../../../electron/store/ingest/inventory-writer.ts";
import { makeUserStore } from "../../../electron/hosts/core/user-store.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { NO_LIMITS } from "../../../shared/features/custody/out-limits.ts";
import { runHere } from "../../helpers/run-here.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { companyRecords } from "../sync/support.ts";
import { CANARY, cli, serve, syncOf } from "./support.ts";

const parsed = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the command `alerts`", () => {
  it("`alerts` prints open alerts as JSON lines; --all adds ended alerts", async () => {
    const service = await serve();
    const folder = await temporaryFolder();
    await cli(syncOf(service, folder));
    const [first, second] = companyRecords(service, "items").map(({ id }) => String(id));
    const { inventory } = dataFolder(folder);
    const id = randomUUID();
    const rules = [first, second].map((item, at) => ({
      rule: {
        id: at === 0 ? id : randomUUID(),
        name: `Rule ${at}`,
        paused: false,
        watch: { kind: "record", resource: "items", id: item ?? "" } as const,
        afterRefreshes: 1,
        notify: true,
      },
      view: null,
      signature: String(at),
    }));
    const names = rules.map(({ rule }) => rule.id);
    const evaluate = (then: (writer: InventoryWriter) => void = () => {}): void => {
      const [writer, reader] = [
        new InventoryWriter(inventory, [], WRITER_TASKS),
        new InventoryReader(inventory, READER_TASKS),
      ];
      const now = Date.now();
      for (const rule of rules) {
        const found = runHere(reader, EVALUATE_RULE, {
          rule,
          moment: { limits: NO_LIMITS, now, at: now, missed: false },
        });
        if (found) runHere(writer, SAVE_ALERTS, found);
      }
      then(writer);
      reader.close();
      writer.close();
    };
    evaluate();
    expect(await cli(["alerts", "--data-dir", folder])).toMatchObject({ code: 0, stdout: "" });
    service.company.upsertItem({ id: first ?? "", name: "Other" });
    service.company.upsertItem({ id: second ?? "", name: "Another" });
    await cli(syncOf(service, folder));
    evaluate((writer) => {
      const action = { type: "acknowledge" } as const;
      runHere(writer, CHANGE_ALERTS, { ids: [1], action, rules: names, now: Date.now() });
    });
    const active = await cli(["alerts", "--data-dir", folder]);
    expect(active.stdout + active.stderr).not.toContain(CANARY);
    const [alert, ...others] = parsed(active.stdout);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      kind: "record",
      resource: "items",
      subjectId: second,
      state: "firing",
      missed: false,
    });
    expect(alert?.["detail"]).toMatchObject({ fields: { name: { new: "Another" } } });
    const all = parsed((await cli(["alerts", "--data-dir", folder, "--all"])).stdout);
    expect(all).toMatchObject([{ ruleId: id, state: "resolved" }, { state: "firing" }]);
    expect(await cli(["alerts", "--data-dir", `${folder}/nowhere`])).toMatchObject({ code: 7, stdout: "" });
    expect((await cli(["alerts"])).code).toBe(2);
  });
});

describe("the command `sync`", () => {
  it("`sync` stores the day's stock counts, evaluates alert rules and keeps deleted rules restorable", async () => {
    const service = await serve();
    const app = await temporaryFolder();
    const folder = path.join(app, "profiles", "p1");
    await cli(syncOf(service, folder));
    const { inventory } = dataFolder(folder);
    const writer = new InventoryWriter(inventory, [], WRITER_TASKS);
    writer.saveFacts({ connectionId: "p1" });
    writer.close();
    const [item] = companyRecords(service, "items");
    const user = makeUserStore(path.join(app, "user.sqlite"));
    const rule = (id: string, name: string): void =>
      user.saveOwn("p1", "alertRules", {
        id,
        value: JSON.stringify({
          name,
          paused: false,
          afterRefreshes: 1,
          notify: true,
          watch: { kind: "record", resource: "items", id: item?.["id"] },
        }),
      });
    const deleted = randomUUID();
    rule(randomUUID(), "That roll");
    rule(deleted, "Deleted rule");
    user.setOwnDeleted("p1", "alertRules", deleted, true);
    // The first sync only records the state, so no alert fires.
    await cli(syncOf(service, folder));
    service.company.upsertItem({ id: String(item?.["id"]), name: "Another name" });
    expect((await cli(syncOf(service, folder))).stderr).not.toContain("not counted");
    expect(parsed((await cli(["alerts", "--data-dir", folder])).stdout)).toMatchObject([
      { ruleName: "That roll", subjectId: item?.["id"], state: "firing" },
    ]);
    user.setOwnDeleted("p1", "alertRules", deleted, false);
    expect(user.ownInOrder("p1", "alertRules").map(({ id }) => id)).toContain(deleted);
    user.close();
    const database = new DatabaseSync(inventory, { readOnly: true });
    expect(database.prepare("SELECT day FROM snapshot_days").all()).toEqual([{ day: localDay(new Date()) }]);
    database.close();
  });
});
