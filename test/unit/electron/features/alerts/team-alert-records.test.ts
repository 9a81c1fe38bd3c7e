import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TeamAlertRecords } from "../../../../../electron/features/alerts/team-alert-records.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type { AlertRow } from "../../../../../electron/features/alerts/evaluate/alert-rows.ts";
import { TEAM_ALERTS } from "../../../../../shared/features/alerts/team-alerts.ts";
import { remote } from "../../../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { TEAM_RULE, teamAlert } from "./support.ts";

const HOUR = 3_600_000;
const CONNECTION_ID = "one";

it("a team alert's snooze ends by the collector's clock", async () => {
  const user = makeUserStore(path.join(await temporaryFolder(), "user.sqlite"));
  onTestFinished(() => user.close());
  const value = JSON.stringify(teamAlert("a"));
  const record = {
    document: TEAM_ALERTS,
    id: "0",
    value,
    sequence: 1,
    version: 1,
    editedAt: 1,
    editedBy: "",
  };
  const page = { epoch: "e", label: "Desk 1", right: "annotate", last: 1, clockAhead: 3 * HOUR } as const;
  const end = { all: false, asks: false, more: false };
  user.storeTeamPage(CONNECTION_ID, { ...page, records: [{ ...record, losers: [] }] }, end, 0);
  const records = new TeamAlertRecords({ store: remote(user), clock: { now: () => 10 * HOUR } });

  expect((await records.alerts(CONNECTION_ID)).now).toBe(13 * HOUR);
  const row = { ruleId: TEAM_RULE, subject: "a", since: 5, firedAt: 5 } as AlertRow;
  await records.act(CONNECTION_ID, [row], { type: "snooze", until: 11 * HOUR });
  const [edit] = user.waitingEdits(CONNECTION_ID, 1);
  const sent =
    edit && "value" in edit ? (JSON.parse(edit.value ?? "") as { readonly action: unknown }) : null;
  expect(sent?.action).toEqual({ type: "snooze", until: 14 * HOUR });
});
