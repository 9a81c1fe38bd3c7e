import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { afterPush } from "../../../helpers/after-push.ts";
import { MAIL_PASSWORD, type MailServerRig } from "../../../helpers/mail-server.ts";
import { mailServerOfTest } from "../../../helpers/test-mail-server.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";
import { PLAN, startScheduleRig, type ScheduleRig } from "./schedule-rig.ts";

const MAIL = {
  to: ["ann@example.com", "bob@example.com"],
  subject: "{view} on {date}: {rows}",
  limitMb: 10,
};

/** A core whose mail goes to a real server. */
async function startRig(): Promise<{ rig: ScheduleRig; mailServer: MailServerRig }> {
  const mailServer = await mailServerOfTest(await temporaryFolder());
  const rig = await startScheduleRig(40, {
    confirmMailServer: async () => true,
    chooseAuthority: async () => mailServer.authority,
  });
  const { chosen } = await rig.call("chooseMailAuthority");
  await rig.call("saveMail", { server: mailServer.server, authority: chosen?.file ?? "usual" });
  await rig.call("setMailPassword", { password: MAIL_PASSWORD });
  return { rig, mailServer };
}

const mailedState = (rig: ScheduleRig, state: string): Promise<void> =>
  afterPush(rig.core, async () => (await rig.only()).mailed?.state === state);

const activeAlerts = async (rig: ScheduleRig) =>
  (await rig.call("listAlerts", { connectionId: rig.connectionId, filter: "active", offset: 0, limit: 10 }))
    .alerts;

it("a scheduled run mails its file with the subject, the row count and the age of the data", async () => {
  const { rig, mailServer } = await startRig();
  await rig.make({ mail: MAIL });
  await rig.call("runSchedule", { id: (await rig.only()).id });
  await mailedState(rig, "sent");
  expect((await rig.only()).mailed).toMatchObject({ accepted: 2, recipients: 2, error: null });
  expect(mailServer.taken).toHaveLength(1);
  const [{ raw, to } = { raw: "", to: [] }] = mailServer.taken;
  expect(to).toEqual(MAIL.to);
  expect(raw).toMatch(/Subject: All on \d{4}-\d\d-\d\d: 40\r\n/);
  expect(raw).toMatch(/Data complete as of: \w+ \d+/);
  const [file = ""] = rig.files();
  expect(raw).toContain(file);
  const encoded = fs.readFileSync(path.join(rig.target, file)).toString("base64");
  expect(raw.replaceAll("\r\n", "")).toContain(encoded);
  expect(raw).not.toContain(rig.service.key);
});

it("a message that must be sent again uses the same file", async () => {
  const { rig, mailServer } = await startRig();
  mailServer.behaviour = { data: () => 451 };
  await rig.make({ mail: MAIL });
  await rig.call("runSchedule", { id: (await rig.only()).id });
  await mailedState(rig, "waiting");
  expect(rig.files()).toHaveLength(1);
  expect((await rig.only()).last).toMatchObject({ state: "done", rows: 40 });
  mailServer.behaviour = {};
  // At the next start the wait is over.
  await rig.restart(120_000);
  await mailedState(rig, "sent");
  expect(rig.files()).toHaveLength(1);
  expect(mailServer.taken).toHaveLength(1);
});

it("a scheduled run that wrote no file sends nothing", async () => {
  const { rig, mailServer } = await startRig();
  await rig.make({ mail: MAIL });
  const { id } = await rig.only();
  fs.chmodSync(rig.target, 0o700);
  fs.rmSync(rig.target, { recursive: true });
  await rig.call("runSchedule", { id });
  await rig.runs(1);
  expect(await rig.only()).toMatchObject({ last: { state: "failed" }, mailed: null });
  fs.mkdirSync(rig.target);
  await rig.call("runSchedule", { id });
  await mailedState(rig, "sent");
  await rig.call("deleteSchedule", { id });
  expect(await rig.call("listSchedules")).toEqual([]);
  expect(mailServer.taken).toHaveLength(1);
});

it("an unsent message raises an alert until the next message is sent", async () => {
  const { rig, mailServer } = await startRig();
  mailServer.behaviour = { recipient: (address) => (address.startsWith("bob") ? 550 : null) };
  await rig.make({ mail: MAIL });
  const { id } = await rig.only();
  await rig.call("runSchedule", { id });
  await mailedState(rig, "failed");
  expect((await rig.only()).mailed).toMatchObject({ accepted: 1, error: { failure: "recipients" } });
  const alerts = () => activeAlerts(rig);
  await afterPush(rig.core, async () => (await alerts()).length === 1);
  expect(await alerts()).toMatchObject([
    {
      ruleName: "A message was not sent",
      kind: "mail",
      state: "firing",
      detail: { kind: "mail", unsent: 1 },
    },
  ]);
  // The alert does not end at a run that has not sent its message yet.
  mailServer.behaviour = { data: () => 451 };
  await rig.call("runSchedule", { id });
  await mailedState(rig, "waiting");
  expect(await alerts()).toMatchObject([{ state: "firing" }]);
  mailServer.behaviour = {};
  await rig.call("runSchedule", { id });
  await mailedState(rig, "sent");
  await afterPush(rig.core, async () => (await alerts()).length === 0);
});

it("a schedule that stops sending mail drops its message and ends the alert", async () => {
  const { rig, mailServer } = await startRig();
  mailServer.behaviour = { recipient: () => 550 };
  await rig.make({ mail: MAIL });
  const { id } = await rig.only();
  await rig.call("runSchedule", { id });
  await mailedState(rig, "failed");
  await afterPush(rig.core, async () => (await activeAlerts(rig)).length === 1);
  await rig.call("editSchedule", { id, plan: PLAN, folder: null });
  expect((await rig.only()).mailed).toBeNull();
  await afterPush(rig.core, async () => (await activeAlerts(rig)).length === 0);
});

it("a restore drops messages of schedules that are not in the backup", async () => {
  const { rig, mailServer } = await startRig();
  await rig.make({ mail: MAIL });
  const { id: kept } = await rig.only();
  const ruleNames = async () =>
    (await rig.call("listAlertRules", { connectionId: rig.connectionId })).map(({ rule }) => rule.name);
  await afterPush(rig.core, async () => (await ruleNames()).includes("A message was not sent"));
  await rig.call("runSchedule", { id: kept });
  await mailedState(rig, "sent");
  const { text } = await rig.call("makeBackup");
  mailServer.behaviour = { recipient: () => 550 };
  await rig.call("runSchedule", { id: await rig.make({ mail: MAIL }) });
  await afterPush(rig.core, async () => (await activeAlerts(rig)).length === 1);
  await rig.call("restoreBackup", { text });
  await afterPush(rig.core, async () => (await activeAlerts(rig)).length === 0);
  expect(await ruleNames()).toContain("A message was not sent");
  expect(await rig.only()).toMatchObject({ id: kept, mailed: { state: "sent" } });
});

it("a schedule cannot have recipients if the policy forbids mail", async () => {
  const rig = await startScheduleRig(5, { policy: { mail: { allowed: false } } });
  await expect(rig.make({ mail: MAIL })).rejects.toThrow("does not allow Stockdeck to send mail");
  await rig.make();
  expect((await rig.call("getMail")).allowed).toBe(false);
});

it("a backup contains a schedule's recipients, but no mail server and no messages", async () => {
  const { rig, mailServer } = await startRig();
  await rig.make({ mail: MAIL });
  const { text } = await rig.call("makeBackup");
  expect(text).toContain(MAIL.to[0]);
  expect(text).not.toContain(mailServer.server.from);
  await rig.call("restoreBackup", { text });
  expect(await rig.only()).toMatchObject({ paused: true, plan: { mail: MAIL }, mailed: null });
  expect((await rig.call("getMail")).server).toMatchObject({ host: "127.0.0.1" });
});

it("a message is not sent twice if the process is killed while sending", async () => {
  const folder = await temporaryFolder();
  const mailServer = await mailServerOfTest(folder, "tls", { authOptional: true });
  // The server has received the whole message, but does not answer.
  mailServer.behaviour = { data: () => "wait" };
  const sender = path.join(import.meta.dirname, "mail-sender.ts");
  const begin = (what: "send" | "load") =>
    spawn(process.execPath, [sender, what, folder, JSON.stringify(mailServer.server), mailServer.authority], {
      stdio: ["ignore", "pipe", "inherit"],
    });
  const child = begin("send");
  await waitUntil(() => mailServer.received.length === 1, "the whole message");
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  mailServer.behaviour = {};
  const second = begin("load");
  let output = "";
  second.stdout.on("data", (data: Buffer) => (output += data.toString()));
  await new Promise((resolve) => second.on("close", resolve));
  expect(JSON.parse(output)).toMatchObject({ state: "unknown", error: { failure: "unknown" } });
  expect(mailServer.received).toHaveLength(1);
});
