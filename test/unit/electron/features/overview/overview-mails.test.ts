import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { KeyVault } from "../../../../../electron/base/keychain/key-vault.ts";
import { createLog } from "../../../../../electron/base/log.ts";
import { PushBus } from "../../../../../electron/base/push-bus.ts";
import { MailService } from "../../../../../electron/delivery/mail/mail-service.ts";
import { OverviewMails } from "../../../../../electron/features/overview/overview-mails.ts";
import { UserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type { OverviewMail } from "../../../../../shared/features/overview/overview-mail.ts";
import { NO_POLICY } from "../../../../../shared/base/policy.ts";
import { remote } from "../../../../helpers/in-process-store.ts";
import { virtualClock } from "../../../../helpers/virtual-clock.ts";
import { memoryKeychain } from "../../../../helpers/memory-keychain.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const PLAN: OverviewMail = {
  timing: { kind: "hours", every: 1 },
  to: ["ann@example.com"],
  subject: "{date}",
  limitMb: 1,
};

/** The service over a real store, with one connection that is not open. */
async function startRig(plan: OverviewMail | null, canPrint: boolean) {
  const folder = await temporaryFolder();
  const clock = virtualClock();
  const printed: string[] = [];
  const user = new UserStore(path.join(folder, "user.sqlite"));
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
  const overviews = new OverviewMails({
    ...parts,
    folder,
    events: new PushBus(),
    mail,
    profiles: () => [{ profileId: "own", name: "Own" }],
    plan: async () => plan,
    ...(canPrint && {
      print: async ({ sheet }) => {
        printed.push(sheet);
        return new Uint8Array();
      },
    }),
    statusOf: () => null,
    onMailPlanned: () => {},
    onChange: () => {},
  });
  return { folder, clock, printed, overviews };
}

it("the service has no timer, file or print without a plan", async () => {
  const { folder, clock, printed, overviews } = await startRig(null, true);
  await overviews.load();
  expect(clock.sleeping).toBe(0);
  expect(printed).toEqual([]);
  expect(fs.readdirSync(folder).filter((name) => !name.startsWith("user.sqlite"))).toEqual([]);
  await overviews.planned.close();
});

it("a run on a host that cannot print waits, and is due again at the next start", async () => {
  const { clock, overviews } = await startRig(PLAN, false);
  await overviews.load();
  await overviews.planned.changed("own");
  await clock.advance(2 * 3_600_000);
  expect(overviews.planned.show("own")).toMatchObject({ waitsFor: "copy", running: true, mailed: null });
  await overviews.planned.close();
  expect(clock.sleeping).toBe(0);
  await overviews.load();
  expect(overviews.planned.show("own").mailed).toBeNull();
});

it("a change of the connections deletes no file before the messages are read, and leftovers afterwards", async () => {
  const { folder, overviews } = await startRig(null, true);
  const file = path.join(folder, "outbox", "own.message");
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, "PDF");
  await overviews.profilesChanged();
  expect(fs.existsSync(file)).toBe(true);
  await overviews.load();
  expect(fs.existsSync(file)).toBe(false);
});
