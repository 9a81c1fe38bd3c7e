import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { digestOf } from "../../../../../../electron/features/alerts/digest/digest-text.ts";
import { readActiveAlerts } from "../../../../../../electron/features/alerts/digest/read-active.ts";
import { temporaryFolder } from "../../../../../helpers/temporary-folder.ts";
import { openInventoryStoreFor, pageOf } from "../support.ts";

it("alerts that do not fit into the digest's list also count as new", async () => {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  const copy = await openInventoryStoreFor(file);
  await copy.refresh(pageOf([["a", 1]]));
  await copy.store.close();
  const database = new DatabaseSync(file);
  const insert = database.prepare(
    `INSERT INTO alerts (ruleId, ruleName, kind, resource, subject, subjectName, isEvent, state, pendingFor, since,
       firedAt, missed, detail)
     VALUES (?, 'Low stock', 'low', 'types', ?, ?, 0, ?, 0, ?, ?, 0,
       '{"kind":"stock","available":2,"below":5,"measure":"items"}')`,
  );
  const SINCE = 1_000;
  const add = (rule: string, subject: string, state: string, firedAt: number | null): unknown =>
    insert.run(rule, subject, subject, state, 1, firedAt);
  for (let at = 1; at <= 250; at += 1) add("low", `new-${at}`, "firing", SINCE + at);
  for (let at = 0; at < 20; at += 1) add("low", `old-${at}`, "firing", SINCE - at);
  add("low", "pending", "pending", null);
  add("deleted", "other", "firing", SINCE + 1);
  database.close();
  const active = readActiveAlerts(file, ["low"], SINCE);
  expect(active).toMatchObject({ total: 270, fresh: 250 });
  expect(active?.alerts).toHaveLength(100);
  expect(active && digestOf("Plant", active, SINCE).subject).toBe(
    "Alerts of Plant: 270 active alerts, 250 new",
  );
});
