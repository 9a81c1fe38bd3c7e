import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { Sheet } from "../../../../electron/features/overview/sheet-printing.ts";
import { startSampleService } from "../../../service/index.ts";
import type { FilePlan } from "../../../../shared/delivery/planned-mails.ts";
import { NO_POLICY } from "../../../../shared/base/policy.ts";
import { afterPush } from "../../../helpers/after-push.ts";
import { attachmentOf } from "../../../helpers/mail-attachment.ts";
import { MAIL_PASSWORD, type MailServerRig } from "../../../helpers/mail-server.ts";
import { mailServerOfTest } from "../../../helpers/test-mail-server.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";
import { HOUR, mailStateOf, startScheduleRig, type ScheduleRig } from "./schedule-rig.ts";

const PLAN: FilePlan = {
  timing: { kind: "hours", every: 1 },
  to: ["ann@example.com"],
  subject: "{connection} on {date}, {view}",
  limitMb: 1,
};

const PDF = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

interface Rig {
  readonly rig: ScheduleRig;
  readonly mailServer: MailServerRig;
  readonly of: { connectionId: string };
  /** The sheets whose print was requested. */
  readonly sheets: Sheet[];
  /** Waits until the print of this number of sheets was requested. */
  readonly requested: (count: number) => Promise<void>;
  /** Stands for the host. */
  printer: (sheet: Sheet) => Promise<Uint8Array>;
  /** The files that wait to be sent. */
  readonly outbox: () => readonly string[];
}

/** A core with a mail server, a host that prints, and a plan. */
async function startRig(plan: FilePlan | null = PLAN): Promise<Rig> {
  // The rig deletes it.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-test-"));
  const mailServer = await mailServerOfTest(await temporaryFolder());
  const sheets: Sheet[] = [];
  let onSheet = (): void => {};
  const requested = async (count: number): Promise<void> => {
    while (sheets.length < count) await new Promise<void>((resolve) => (onSheet = resolve));
  };
  const rig = await startScheduleRig(5, {
    folder,
    confirmMailServer: async () => true,
    chooseAuthority: async () => mailServer.authority,
    printSheet: (sheet) => {
      sheets.push(sheet);
      onSheet();
      return under.printer(sheet);
    },
  });
  const of = { connectionId: rig.connectionId };
  const outbox = (): readonly string[] => {
    const at = path.join(folder, "outbox");
    return fs.existsSync(at) ? fs.readdirSync(at).map((name) => path.join(at, name)) : [];
  };
  const under: Rig = { rig, mailServer, of, sheets, requested, outbox, printer: async () => PDF };
  const { chosen } = await rig.call("chooseMailAuthority");
  await rig.call("saveMail", { server: mailServer.server, authority: chosen?.file ?? "usual" });
  await rig.call("setMailPassword", { password: MAIL_PASSWORD });
  if (plan) await save(under, plan);
  return under;
}

/** Saves a plan, and waits until the core applies it. */
async function save({ rig, of }: Rig, value: FilePlan | null): Promise<void> {
  const before = await mailStateOf(rig, "overview");
  await rig.pass(1);
  await rig.call("saveRecords", { ...of, document: "plannedMails", records: [{ id: "overview", value }] });
  await afterPush(rig.core, async () => (await mailStateOf(rig, "overview")).nextRun !== before.nextRun);
}

const sent = ({ rig, mailServer }: Rig, count: number): Promise<void> =>
  afterPush(rig.core, () => mailServer.taken.length === count);

const ended = ({ rig }: Rig): Promise<void> =>
  afterPush(rig.core, async () => !(await mailStateOf(rig, "overview")).running);

const becomes = ({ rig }: Rig, state: string): Promise<void> =>
  afterPush(rig.core, async () => (await mailStateOf(rig, "overview")).mailed?.state === state);

/** A message without its soft line breaks. */
const textOf = ({ mailServer }: Rig, at: number): string =>
  mailServer.taken[at]?.raw.replaceAll(/=\r\n|\r\n(?= )/g, "") ?? "";

it("a due overview is printed and sent once", async () => {
  const under = await startRig();
  const { rig, sheets, mailServer, outbox } = under;
  expect(sheets).toHaveLength(0);
  await rig.wake(HOUR);
  await sent(under, 1);
  const text = textOf(under, 0);
  expect(text).toMatch(/Subject: .+ on \d{4}-\d{2}-\d{2}, \{view\}/);
  expect(text).toMatch(/The overview of .+ is attached as PDF\./);
  expect(text).toMatch(/Data complete as of: .*\d{4}/);
  expect(text).toContain("Stockdeck sent this message on a schedule.");
  expect(text).toMatch(/filename="?Overview \d{4}-\d{2}-\d{2}\.pdf/);
  expect(text).not.toContain(rig.service.key);
  expect(attachmentOf(mailServer.taken[0]?.raw ?? "")).toEqual(PDF);
  await becomes(under, "sent");
  await ended(under);
  await waitUntil(() => outbox().length === 0, "the deletion of the file");
  await rig.wake(1_000);
  await rig.restart(0);
  expect(await mailStateOf(rig, "overview")).toMatchObject({ waitsFor: null, mailed: { state: "sent" } });
  expect(sheets).toHaveLength(1);
  expect(mailServer.received).toHaveLength(1);
});

it("an overview missed while the app was closed is sent once at the next start", async () => {
  const under = await startRig();
  await under.rig.restart(5 * HOUR);
  await sent(under, 1);
  await ended(under);
  await under.rig.wake(1_000);
  expect(under.sheets).toHaveLength(1);
});

it("an overview waits until its connection is open again", async () => {
  const under = await startRig();
  const { rig, of, sheets } = under;
  const other = await startSampleService({ items: 3 });
  try {
    await rig.call("connect", { baseUrl: other.url, key: other.key });
    await rig.wake(HOUR);
    expect(await mailStateOf(rig, "overview")).toMatchObject({
      waitsFor: "copy",
      running: true,
      mailed: null,
    });
    await rig.restart(1_000);
    expect(await mailStateOf(rig, "overview")).toMatchObject({ waitsFor: "copy", mailed: null });
    expect(sheets).toHaveLength(0);
    await rig.call("switchConnection", of);
    await sent(under, 1);
    expect(textOf(under, 0)).toContain("attached as PDF");
  } finally {
    await other.close();
  }
});

it("the overview is printed again if another connection was opened during the print", async () => {
  const under = await startRig();
  const { rig, of, sheets, mailServer } = under;
  const other = await startSampleService({ items: 3 });
  try {
    under.printer = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("The sheet was closed.")));
      });
    await rig.call("sendPlannedMail", { ...of, name: "overview" });
    await under.requested(1);
    await rig.call("connect", { baseUrl: other.url, key: other.key });
    await afterPush(rig.core, () => sheets[0]?.signal.aborted === true);
    under.printer = async () => PDF;
    await rig.call("switchConnection", of);
    await sent(under, 1);
    expect(sheets).toHaveLength(2);
    expect(mailServer.received).toHaveLength(1);
  } finally {
    await other.close();
  }
});

it("a failed print of the overview raises an alert until the next message is sent", async () => {
  const under = await startRig();
  const { rig, of, mailServer } = under;
  const alerts = async () =>
    (await rig.call("listAlerts", { ...of, filter: "active", offset: 0, limit: 10 })).alerts.map(
      ({ kind }) => kind,
    );
  under.printer = async () => {
    throw new Error("The page died.");
  };
  await rig.wake(HOUR);
  await becomes(under, "failed");
  const { mailed } = await mailStateOf(rig, "overview");
  expect(mailed?.error?.message).toContain("could not be printed");
  await afterPush(rig.core, async () => (await alerts()).includes("mail"));
  expect(mailServer.connections()).toBe(0);
  under.printer = async () => PDF;
  await ended(under);
  await rig.pass(1_000);
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await sent(under, 1);
  await afterPush(rig.core, async () => !(await alerts()).includes("mail"));
});

it("an overview sheet is ready only if the sheet reports its own token and complete data", async () => {
  const under = await startRig();
  const { rig, of, sheets } = under;
  under.printer = async ({ drawn }) => {
    await drawn;
    return PDF;
  };
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await under.requested(1);
  const report = { ...of, isWhole: true };
  await rig.call("reportSheetDrawn", { ...report, sheet: "3f0c8a52-9d0f-4c7e-8d55-0a5e3f1f7c11" });
  expect(await mailStateOf(rig, "overview")).toMatchObject({ running: true, mailed: null });
  await rig.call("reportSheetDrawn", { ...report, sheet: sheets[0]?.sheet ?? "" });
  await sent(under, 1);
  await ended(under);
  await rig.pass(1_000);
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await under.requested(2);
  await rig.call("reportSheetDrawn", { ...of, isWhole: false, sheet: sheets[1]?.sheet ?? "" });
  await becomes(under, "failed");
  const { mailed } = await mailStateOf(rig, "overview");
  expect(mailed?.error?.message).toContain("could not be read");
});

it("a waiting message keeps its file after a restart", async () => {
  const under = await startRig();
  const { rig, of, mailServer, outbox } = under;
  mailServer.behaviour = { data: () => 451 };
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await afterPush(rig.core, () => mailServer.received.length === 1);
  await becomes(under, "waiting");
  await ended(under);
  const [file = ""] = outbox();
  expect(outbox()).toHaveLength(1);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const left = path.join(path.dirname(file), `${of.connectionId}.left`);
  fs.writeFileSync(left, "left by a process that was killed");
  mailServer.behaviour = {};
  await rig.restart(61_000);
  await sent(under, 1);
  expect(attachmentOf(mailServer.taken[0]?.raw ?? "")).toEqual(PDF);
  await waitUntil(() => outbox().length === 0, "the deletion of both files");
});

it("an oversized overview is not sent", async () => {
  const under = await startRig();
  const { rig, of, mailServer, outbox } = under;
  under.printer = async () => Buffer.concat([PDF, Buffer.alloc(1_000_000)]);
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await becomes(under, "failed");
  const { mailed } = await mailStateOf(rig, "overview");
  expect(mailed?.error?.failure).toBe("tooLarge");
  expect(mailServer.received).toHaveLength(0);
  await ended(under);
  await waitUntil(() => outbox().length === 0, "the deletion of the file");
});

it("an overview plan deleted during its print sends nothing", async () => {
  const under = await startRig();
  const { rig, of, mailServer, outbox } = under;
  let print: (pdf: Uint8Array) => void = () => {};
  under.printer = () => new Promise((resolve) => (print = resolve));
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await under.requested(1);
  await save(under, null);
  print(PDF);
  await waitUntil(() => outbox().length === 0, "the deletion of the file");
  await rig.restart(HOUR);
  expect(await mailStateOf(rig, "overview")).toMatchObject({
    nextRun: null,
    waitsFor: null,
    mailed: null,
  });
  expect(outbox()).toHaveLength(0);
  expect(mailServer.received).toHaveLength(0);
});

it("an overview plan corrected during its print uses the new recipients", async () => {
  const under = await startRig();
  const { rig, of, mailServer } = under;
  under.printer = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("The sheet was closed.")));
    });
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await under.requested(1);
  under.printer = async () => PDF;
  await save(under, { ...PLAN, to: ["right@example.com"] });
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await sent(under, 1);
  await ended(under);
  expect(mailServer.received.map(({ to }) => to)).toEqual([["right@example.com"]]);
});

it("a restored overview plan waits until the user saves it on this computer", async () => {
  const under = await startRig();
  const { rig, of, sheets, mailServer } = under;
  const { text } = await rig.call("makeBackup");
  await save(under, { ...PLAN, to: ["bob@example.com"] });
  await rig.call("restoreBackup", { text });
  expect(await mailStateOf(rig, "overview")).toMatchObject({ waitsFor: "save", nextRun: null });
  await rig.wake(HOUR);
  expect(sheets).toHaveLength(0);
  await expect(rig.call("sendPlannedMail", { ...of, name: "overview" })).rejects.toThrow(
    "Save it on this computer first.",
  );
  await save(under, PLAN);
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await sent(under, 1);
  expect(mailServer.taken[0]?.to).toEqual(["ann@example.com"]);
});

it("nothing is printed while mail is off or forbidden", async () => {
  const under = await startRig();
  const { rig, of, sheets } = under;
  await rig.call("saveMail", { server: null, authority: "keep" });
  await rig.call("sendPlannedMail", { ...of, name: "overview" });
  await becomes(under, "failed");
  expect((await mailStateOf(rig, "overview")).mailed?.error?.failure).toBe("off");
  expect(sheets).toHaveLength(0);
  const print = async (): Promise<Uint8Array> => {
    throw new Error("It must not be printed.");
  };
  const forbidden = await startScheduleRig(5, {
    policy: { ...NO_POLICY, mail: { allowed: false } },
    printSheet: print,
  });
  const ofForbidden = { connectionId: forbidden.connectionId };
  const records = [{ id: "overview", value: PLAN }];
  await forbidden.call("saveRecords", { ...ofForbidden, document: "plannedMails", records });
  await waitUntil(async () => (await mailStateOf(forbidden, "overview")).nextRun !== null, "the plan");
  await forbidden.call("sendPlannedMail", { ...ofForbidden, name: "overview" });
  await waitUntil(
    async () => (await mailStateOf(forbidden, "overview")).mailed?.error?.failure === "policy",
    "the refusal",
  );
  const unable = await startScheduleRig(5);
  await expect(
    unable.call("sendPlannedMail", { connectionId: unable.connectionId, name: "overview" }),
  ).rejects.toThrow("Only the installed app");
});
