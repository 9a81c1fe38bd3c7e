import { expect, it } from "vitest";
import type { TextPlan } from "../../../../shared/delivery/planned-mails.ts";
import type { ViewDefinition } from "../../../../shared/query/views/views.ts";
import { afterPush } from "../../../helpers/after-push.ts";
import { MAIL_PASSWORD, type MailServerRig } from "../../../helpers/mail-server.ts";
import { mailServerOfTest } from "../../../helpers/test-mail-server.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { HOUR, mailStateOf, startScheduleRig, type ScheduleRig } from "./schedule-rig.ts";

const DIGEST: TextPlan = {
  timing: { kind: "hours", every: 1 },
  to: ["ann@example.com"],
  sendsEmpty: false,
};

/** A core with a mail server, one alert and a digest. */
async function startRig(
  digest: TextPlan | null = DIGEST,
): Promise<{ rig: ScheduleRig; mailServer: MailServerRig; of: { connectionId: string } }> {
  const mailServer = await mailServerOfTest(await temporaryFolder());
  const rig = await startScheduleRig(5, {
    confirmMailServer: async () => true,
    chooseAuthority: async () => mailServer.authority,
  });
  const of = { connectionId: rig.connectionId };
  const { chosen } = await rig.call("chooseMailAuthority");
  await rig.call("saveMail", { server: mailServer.server, authority: chosen?.file ?? "usual" });
  await rig.call("setMailPassword", { password: MAIL_PASSWORD });
  if (digest) await save(rig, digest);
  if (digest) await afterPush(rig.core, async () => (await mailStateOf(rig, "digest")).nextRun !== null);
  return { rig, mailServer, of };
}

const save = (rig: ScheduleRig, value: TextPlan | null): Promise<undefined> =>
  rig.call("saveRecords", {
    connectionId: rig.connectionId,
    document: "plannedMails",
    records: [{ id: "digest", value }],
  });

/** Adds a view of all items and a rule that fires for their number. */
async function addAlert(rig: ScheduleRig): Promise<void> {
  const { connectionId } = rig;
  const definition = { version: 1, minor: 0, search: "", filters: [], sort: [] } satisfies ViewDefinition;
  const view = await rig.call("createView", {
    connectionId,
    resource: "items",
    name: "Everything",
    definition,
  });
  const watch = {
    kind: "amount",
    viewId: view.id,
    measure: "count",
    direction: "above",
    threshold: 1,
    clearAt: null,
  } as const;
  const rule = { name: "Too many", paused: false, watch, afterRefreshes: 1, notify: false };
  await rig.call("saveAlertRule", { connectionId, rule });
  await afterPush(rig.core, async () => {
    const { total } = await rig.call("listAlerts", { connectionId, filter: "active", offset: 0, limit: 1 });
    return total === 1;
  });
}

const sent = (rig: ScheduleRig, mailServer: MailServerRig, count: number): Promise<void> =>
  afterPush(rig.core, () => mailServer.taken.length === count);

const subjectOf = (mailServer: MailServerRig, at: number): string =>
  /^Subject: .*$/m.exec(mailServer.taken[at]?.raw.replaceAll(/=\r\n|\r\n(?= )/g, "") ?? "")?.[0] ?? "";

it("a due digest lists the active alerts and is sent once", async () => {
  const { rig, mailServer, of } = await startRig();
  await addAlert(rig);
  expect((await mailStateOf(rig, "digest")).waitsFor).toBe(null);
  await rig.pass(HOUR);
  await rig.core.resume();
  await sent(rig, mailServer, 1);
  const raw = mailServer.taken[0]?.raw.replaceAll(/=\r\n|\r\n(?= )/g, "") ?? "";
  expect(subjectOf(mailServer, 0)).toMatch(/Alerts of .*1 active alert, 1 new$/);
  expect(raw).toContain("Too many");
  expect(raw).toContain("Content-Type: text/html");
  expect(raw).not.toContain(rig.service.key);
  await afterPush(rig.core, async () => (await mailStateOf(rig, "digest")).mailed?.state === "sent");
  await rig.core.resume();
  await rig.restart(0);
  await rig.call("sendPlannedMail", { ...of, name: "digest" });
  await sent(rig, mailServer, 2);
  // The alert is not new any more.
  expect(subjectOf(mailServer, 1)).toMatch(/1 active alert, 0 new$/);
});

it("the alerts of a failed digest still count as new", async () => {
  const { rig, mailServer, of } = await startRig();
  await addAlert(rig);
  const active = async () =>
    (await rig.call("listAlerts", { ...of, filter: "active", offset: 0, limit: 10 })).alerts.map(
      ({ kind }) => kind,
    );
  mailServer.behaviour = { recipient: () => 550 };
  await rig.call("sendPlannedMail", { ...of, name: "digest" });
  await afterPush(rig.core, async () => (await active()).includes("mail"));
  mailServer.behaviour = {};
  await rig.restart(1_000);
  await rig.call("sendPlannedMail", { ...of, name: "digest" });
  await sent(rig, mailServer, 1);
  expect(subjectOf(mailServer, 0)).toMatch(/2 active alerts, 2 new$/);
  await afterPush(rig.core, async () => !(await active()).includes("mail"));
  await rig.pass(1_000);
  await rig.call("sendPlannedMail", { ...of, name: "digest" });
  await sent(rig, mailServer, 2);
  expect(subjectOf(mailServer, 1)).toMatch(/1 active alert, 0 new$/);
});

it("a digest without alerts is sent only if the user chose to send empty digests", async () => {
  const { rig, mailServer, of } = await startRig();
  const before = (await mailStateOf(rig, "digest")).nextRun;
  await rig.pass(HOUR);
  await rig.core.resume();
  await afterPush(rig.core, async () => (await mailStateOf(rig, "digest")).nextRun !== before);
  expect(mailServer.taken).toHaveLength(0);
  const next = (await mailStateOf(rig, "digest")).nextRun;
  await rig.pass(1);
  await save(rig, { ...DIGEST, sendsEmpty: true });
  await afterPush(rig.core, async () => (await mailStateOf(rig, "digest")).nextRun !== next);
  await rig.call("sendPlannedMail", { ...of, name: "digest" });
  await sent(rig, mailServer, 1);
  expect(mailServer.taken[0]?.raw).toContain("none active");
});

it("a restored digest waits until the user saves it on this computer", async () => {
  const { rig, mailServer, of } = await startRig({ ...DIGEST, sendsEmpty: true });
  const { text } = await rig.call("makeBackup");
  await save(rig, { ...DIGEST, to: ["bob@example.com"] });
  await rig.call("restoreBackup", { text });
  expect(await mailStateOf(rig, "digest")).toMatchObject({ waitsFor: "save", nextRun: null });
  await rig.pass(HOUR);
  await rig.core.resume();
  expect(await mailStateOf(rig, "digest")).toMatchObject({ waitsFor: "save", mailed: null });
  await expect(rig.call("sendPlannedMail", { ...of, name: "digest" })).rejects.toThrow(
    "Save it on this computer first.",
  );
  await save(rig, { ...DIGEST, sendsEmpty: true });
  await afterPush(rig.core, async () => (await mailStateOf(rig, "digest")).nextRun !== null);
  await rig.call("sendPlannedMail", { ...of, name: "digest" });
  await sent(rig, mailServer, 1);
});

it("a deleted digest sends nothing", async () => {
  const { rig, mailServer, of } = await startRig({ ...DIGEST, sendsEmpty: true });
  await save(rig, null);
  await afterPush(rig.core, async () => {
    const { nextRun, waitsFor } = await mailStateOf(rig, "digest");
    return nextRun === null && waitsFor === null;
  });
  await rig.pass(HOUR);
  await rig.core.resume();
  await expect(rig.call("sendPlannedMail", { ...of, name: "digest" })).rejects.toThrow(
    "Save it on this computer first.",
  );
  expect(mailServer.taken).toHaveLength(0);
});
