import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { KeyVault } from "../../../../../electron/base/keychain/key-vault.ts";
import { createLog } from "../../../../../electron/base/log.ts";
import { PushBus } from "../../../../../electron/base/push-bus.ts";
import { MailService } from "../../../../../electron/delivery/mail/mail-service.ts";
import { PlannedMails } from "../../../../../electron/delivery/planned/planned-mails.ts";
import { overviewMail } from "../../../../../electron/features/overview/overview-mail.ts";
import { SheetPrinting } from "../../../../../electron/features/overview/sheet-printing.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type { FilePlan } from "../../../../../shared/delivery/planned-mails.ts";
import { NO_POLICY } from "../../../../../shared/base/policy.ts";
import { remote } from "../../../../helpers/in-process-store.ts";
import { virtualClock } from "../../../../helpers/virtual-clock.ts";
import { memoryKeychain } from "../../../../helpers/memory-keychain.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const PLAN: FilePlan = {
  timing: { kind: "hours", every: 1 },
  to: ["ann@example.com"],
  subject: "{date}",
  limitMb: 1,
};

/** The service over a real store, with one connection that is not open. */
async function startRig(plan: FilePlan | null, canPrint: boolean) {
  const folder = await temporaryFolder();
  const clock = virtualClock();
  const printed: string[] = [];
  const user = makeUserStore(path.join(folder, "user.sqlite"));
  onTestFinished(() => user.close());
  const store = remote(user);
  const parts = {
    clock,
    log: createLog(
      () => {},
      () => [],
    ),
    store,
  };
  const mail = new MailService({
    ...parts,
    policy: NO_POLICY,
    vault: new KeyVault(memoryKeychain()),
    onState: () => {},
    onMailed: () => {},
  });
  const events = new PushBus();
  const print = async ({ sheet }: { readonly sheet: string }): Promise<Uint8Array> => {
    printed.push(sheet);
    return new Uint8Array();
  };
  const printing = canPrint ? new SheetPrinting({ clock, events, print }) : null;
  const mails = new PlannedMails({
    ...parts,
    folder,
    mail,
    kinds: [overviewMail({ events, mail, printing, statusOf: () => null })],
    connections: () => [{ connectionId: "own", name: "Own" }],
    plans: async () => new Map(plan ? [["overview", plan]] : []),
    onMailPlanned: () => {},
    onChange: () => {},
  });
  return { folder, clock, printed, mails };
}

it("the overview mail service has no timer, file or print if there is no plan", async () => {
  const { folder, clock, printed, mails } = await startRig(null, true);
  await mails.load();
  expect(clock.sleeping).toBe(0);
  expect(printed).toEqual([]);
  expect(fs.readdirSync(folder).filter((name) => !name.startsWith("user.sqlite"))).toEqual([]);
  await mails.close();
});

it("an overview mail that is due on a host without printing waits for the next start", async () => {
  const { clock, mails } = await startRig(PLAN, false);
  await mails.load();
  await mails.changed("own", ["overview"]);
  await clock.advance(2 * 3_600_000);
  const [before] = mails.list("own");
  expect(before?.state).toMatchObject({ waitsFor: "copy", running: true, mailed: null });
  await mails.close();
  expect(clock.sleeping).toBe(0);
  await mails.load();
  const [after] = mails.list("own");
  expect(after?.state.mailed).toBeNull();
});

it("leftover mail files are deleted when the plans are loaded, not before", async () => {
  const { folder, mails } = await startRig(null, true);
  const file = path.join(folder, "outbox", "own.message");
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, "PDF");
  await mails.connectionsChanged();
  expect(fs.existsSync(file)).toBe(true);
  await mails.load();
  expect(fs.existsSync(file)).toBe(false);
});
