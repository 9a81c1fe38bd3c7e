import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type MailJob, type NewMail } from "../../../../../electron/delivery/mail/mail-job.ts";
import { MailQueue } from "../../../../../electron/delivery/mail/mail-queue.ts";
import { MailService } from "../../../../../electron/delivery/mail/mail-service.ts";
import { MAIL_TIMEOUTS } from "../../../../../electron/delivery/mail/smtp.ts";
import { createLog } from "../../../../../electron/base/log.ts";
import { KeyVault } from "../../../../../electron/base/keychain/key-vault.ts";
import { KeychainUnavailable } from "../../../../../electron/base/keychain/keychain.ts";
import type { MailRow } from "../../../../../electron/delivery/mail/mail-table.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type { MailServer } from "../../../../../shared/delivery/mail.ts";
import { NO_POLICY } from "../../../../../shared/base/policy.ts";
import { remote } from "../../../../helpers/in-process-store.ts";
import { MAIL_PASSWORD } from "../../../../helpers/mail-server.ts";
import { mailServerOfTest } from "../../../../helpers/test-mail-server.ts";
import { virtualClock } from "../../../../helpers/virtual-clock.ts";
import { memoryKeychain } from "../../../../helpers/memory-keychain.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const MINUTE_MS = 60_000;

/** A service over a real store and a real mail server. */
async function startRig({ policy = NO_POLICY, silence = 5_000, setUp = true } = {}) {
  const folder = await temporaryFolder();
  const mailServer = await mailServerOfTest(folder);
  const clock = virtualClock();
  const lines: string[] = [];
  const keychain = new Map<string, string>();
  const confirmed: string[] = [];
  const answers = { confirms: true, isLocked: false };
  /** Ends the running wait for a change of a message. */
  let change = (): void => {};
  let store = makeUserStore(path.join(folder, "user.sqlite"));
  const open = memoryKeychain(keychain);
  const vault = new KeyVault({
    ...open,
    get: async (account) => {
      if (answers.isLocked) throw new KeychainUnavailable("locked");
      return open.get(account);
    },
  });
  const begin = (): MailService =>
    new MailService({
      clock,
      log: createLog(
        (line) => lines.push(line),
        () => vault.secrets(),
      ),
      policy,
      vault,
      store: remote(store),
      timeouts: { ...MAIL_TIMEOUTS, silence },
      confirmMailServer: async (server) => {
        confirmed.push(server);
        return answers.confirms;
      },
      chooseAuthority: async () => mailServer.authority,
      onState: () => {},
      onMailed: () => change(),
    });
  /** Resolves once a condition holds after a change of a message and its effects. */
  const until = async (holds: () => boolean): Promise<void> => {
    for (;;) {
      const changed = new Promise<void>((resolve) => (change = resolve));
      await clock.settle();
      if (holds()) return;
      await changed;
    }
  };
  const rig = {
    folder,
    mailServer,
    clock,
    lines,
    keychain,
    confirmed,
    answers,
    service: begin(),
    /** Stores a message like a run, and sends it. */
    send: async (mail: Partial<NewMail> = {}): Promise<string> => {
      const whole: NewMail = {
        id: `m${clock.now()}`,
        connectionId: "p",
        source: "s",
        madeAt: clock.now(),
        to: ["ann@example.com", "bob@example.com"],
        subject: "Canary subject",
        text: "Canary text",
        html: null,
        file: null,
        limitBytes: 10_000_000,
        ...mail,
      };
      store.saveMail(rig.service.rowOf(whole));
      rig.service.send(whole);
      return whole.id;
    },
    stored: (): MailJob[] => store.mails().map(({ job }) => JSON.parse(job) as MailJob),
    /** Starts another service over the store, as after the end of the process. */
    restart: async (): Promise<void> => {
      store.close();
      store = makeUserStore(path.join(folder, "user.sqlite"));
      rig.service = begin();
      await rig.service.load();
    },
    until,
    /** For a queue of the test: a message has changed. */
    onMailed: () => change(),
    state: (state: string) => until(() => rig.service.outcome("s")?.state === state),
    /** Waits until a message waits for its next try. */
    waiting: () => until(() => clock.sleeping === 1),
  };
  onTestFinished(async () => {
    await rig.service.close();
    store.close();
  });
  if (setUp) {
    const { chosen } = await rig.service.settings.chooseAuthority();
    await rig.service.settings.save({ server: mailServer.server, authority: chosen?.file ?? "usual" });
    await rig.service.settings.setPassword({ password: MAIL_PASSWORD });
  }
  return rig;
}

it("a message with its file is sent and recorded", async () => {
  const rig = await startRig();
  const file = path.join(rig.folder, "items.csv");
  fs.writeFileSync(file, "id\n1\n");
  const { size, mtimeMs } = fs.statSync(file);
  await rig.send({ file: { path: file, name: "items.csv", bytes: size, modifiedAt: mtimeMs } });
  await rig.state("sent");
  expect(rig.service.outcome("s")).toMatchObject({ accepted: 2, recipients: 2, error: null });
  expect(rig.mailServer.taken[0]?.raw).toContain(Buffer.from("id\n1\n").toString("base64"));
  expect(rig.stored()).toMatchObject([{ state: "sent", tries: 1 }]);
});

it("a deferred message is sent by its third try", async () => {
  const rig = await startRig();
  rig.mailServer.behaviour = { data: (number) => (number < 3 ? 451 : null) };
  await rig.send();
  await rig.waiting();
  expect(rig.service.outcome("s")).toMatchObject({ state: "waiting", nextTry: "2026-01-01T00:01:00.000Z" });
  await rig.clock.advance(MINUTE_MS);
  await rig.waiting();
  await rig.clock.advance(5 * MINUTE_MS);
  await rig.state("sent");
  expect(rig.mailServer.received).toHaveLength(3);
  expect(rig.mailServer.taken).toHaveLength(1);
});

it("a waiting message is not sent to a removed recipient", async () => {
  const rig = await startRig();
  rig.mailServer.behaviour = { data: () => 451 };
  await rig.send();
  await rig.waiting();
  rig.mailServer.behaviour = {};
  await rig.service.keepRecipients("s", ["bob@example.com", "new@example.com"]);
  expect(rig.stored()).toMatchObject([{ state: "waiting", to: ["bob@example.com"] }]);
  await rig.clock.advance(MINUTE_MS);
  await rig.state("sent");
  expect(rig.mailServer.taken.map(({ to }) => to)).toEqual([["bob@example.com"]]);

  rig.mailServer.behaviour = { data: () => 451 };
  await rig.send();
  await rig.waiting();
  await rig.service.keepRecipients("s", ["new@example.com"]);
  expect(rig.stored().filter(({ state }) => state === "waiting")).toEqual([]);
  await rig.clock.advance(MINUTE_MS);
  expect(rig.mailServer.received).toHaveLength(3);
});

it("a recipient removed during a try gets no retry", async () => {
  const rig = await startRig();
  const asked: string[] = [];
  const revised: Promise<void>[] = [];
  rig.mailServer.behaviour = {
    recipient: (address) => {
      asked.push(address);
      if (asked.length === 1) revised.push(rig.service.keepRecipients("s", ["bob@example.com"]));
      return asked.length <= 2 ? 451 : null;
    },
  };
  await rig.send();
  await rig.until(() => rig.stored().some(({ to, state }) => state === "waiting" && to.length === 1));
  await Promise.all(revised);
  await rig.clock.advance(MINUTE_MS);
  await rig.state("sent");
  expect(asked).toEqual(["ann@example.com", "bob@example.com", "bob@example.com"]);
  expect(rig.mailServer.taken).toMatchObject([{ to: ["bob@example.com"] }]);
});

it("a message is sent a minute later if the disk once refused the message's state", async () => {
  const rig = await startRig();
  let isFull = true;
  const row: MailRow[] = [];
  const queue = new MailQueue({
    clock: rig.clock,
    log: createLog(
      () => {},
      () => [],
    ),
    store: {
      mails: async () => [],
      deleteMails: async () => {},
      saveMail: async (mail) => {
        if (isFull) throw new Error("The disk is full.");
        row.push(mail);
      },
    },
    access: () => rig.service.settings.access(),
    onMailed: rig.onMailed,
  });
  const mail = { id: "m", connectionId: "p", source: "s", madeAt: rig.clock.now(), to: ["ann@example.com"] };
  queue.send({ ...mail, subject: "s", text: "t", html: null, file: null, limitBytes: 0 });
  await rig.clock.settle();
  expect(rig.clock.sleeping).toBe(1);
  expect(rig.mailServer.connections()).toBe(0);
  isFull = false;
  await rig.clock.advance(MINUTE_MS);
  await rig.until(() => row.length === 2);
  expect(queue.outcome("s")).toMatchObject({ state: "sent" });
  await queue.close();
});

it("a message waits until a slow keychain returns the password", async () => {
  const rig = await startRig();
  rig.answers.isLocked = true;
  await rig.send();
  await rig.waiting();
  expect(rig.service.outcome("s")).toMatchObject({ state: "waiting", error: { failure: "keychain" } });
  rig.answers.isLocked = false;
  await rig.clock.advance(MINUTE_MS);
  await rig.state("sent");
  expect(rig.stored()).toMatchObject([{ state: "sent", tries: 2, error: null }]);

  rig.answers.isLocked = true;
  await rig.send();
  for (const wait of [MINUTE_MS, 5 * MINUTE_MS]) {
    await rig.waiting();
    await rig.clock.advance(wait);
  }
  await rig.state("failed");
  expect(rig.service.outcome("s")).toMatchObject({ error: { failure: "keychain" } });
  expect(rig.mailServer.taken).toHaveLength(1);
});

it("a failed message counts as unsent until a later message is sent", async () => {
  const rig = await startRig();
  rig.mailServer.behaviour = { recipient: () => 550 };
  await rig.send({ id: "first" });
  await rig.state("failed");
  expect(rig.service.unsent("p")).toBe(1);
  rig.mailServer.behaviour = { data: (number) => (number === 1 ? 451 : null) };
  await rig.clock.advance(1);
  await rig.send({ id: "second" });
  await rig.waiting();
  expect(rig.service.outcome("s")?.state).toBe("waiting");
  expect(rig.service.unsent("p")).toBe(1);
  await rig.service.close();
  await rig.restart();
  expect(rig.service.unsent("p")).toBe(1);
  await rig.clock.advance(MINUTE_MS);
  await rig.state("sent");
  expect(rig.service.unsent("p")).toBe(0);
  await rig.clock.settle();
  expect(rig.stored()).toMatchObject([{ id: "second", state: "sent" }]);
});

it("a try that cannot be stored sends nothing until the store works again", async () => {
  const rig = await startRig();
  const access = await rig.service.settings.access();
  if ("failure" in access) throw new Error(access.message);
  const rows = new Map<string, MailRow>();
  let isFull = true;
  const queue = new MailQueue({
    clock: rig.clock,
    log: createLog((line) => rig.lines.push(line)),
    store: {
      mails: async () => [...rows.values()],
      saveMail: async (row) => {
        if (isFull) throw new Error("the disk is full");
        rows.set(row.id, row);
      },
      deleteMails: async (ids) => ids.forEach((id) => rows.delete(id)),
    },
    access: async () => access,
    onMailed: rig.onMailed,
  });
  const mail = { id: "m", connectionId: "p", source: "s", madeAt: rig.clock.now(), to: ["ann@example.com"] };
  queue.send({ ...mail, subject: "S", text: "T", html: null, file: null, limitBytes: 0 });
  await rig.clock.settle();
  expect(rig.lines.join()).toContain("a message was not noted");
  expect(rig.mailServer.connections()).toBe(0);
  isFull = false;
  queue.resume();
  await rig.until(() => queue.outcome("s")?.state === "sent");
  await queue.close();
  expect(rig.mailServer.received).toHaveLength(1);
});

it("a message refused by the server is not retried", async () => {
  const rig = await startRig();
  rig.mailServer.behaviour = { recipient: () => 550 };
  await rig.send();
  await rig.state("failed");
  expect(rig.clock.sleeping).toBe(0);
  expect(rig.service.outcome("s")).toMatchObject({ accepted: 0, error: { failure: "recipients" } });
});

it.each(["close", "wait"] as const)(
  "a message received without the server's confirmation (%s) is never sent again",
  async (answer) => {
    const rig = await startRig({ silence: 200 });
    rig.mailServer.behaviour = { data: () => answer };
    await rig.send();
    await rig.state("unknown");
    rig.mailServer.behaviour = {};
    await rig.restart();
    await rig.clock.advance(60 * MINUTE_MS);
    expect(rig.service.outcome("s")).toMatchObject({ state: "unknown", error: { failure: "unknown" } });
    expect(rig.mailServer.received).toHaveLength(1);
  },
);

it("a message that was being sent when the process ended is not sent again", async () => {
  const rig = await startRig();
  const whole = new Promise<void>((resolve) => {
    rig.mailServer.behaviour = {
      data: () => {
        if (rig.mailServer.received.length === 1) resolve();
        return "wait";
      },
    };
  });
  await rig.send();
  await whole;
  expect(rig.stored()).toMatchObject([{ state: "sending" }]);
  await rig.restart();
  expect(rig.stored()).toMatchObject([{ state: "unknown" }]);
  expect(rig.mailServer.received).toHaveLength(1);
});

it("a message that waits for its retry is retried after a restart", async () => {
  const rig = await startRig();
  rig.mailServer.behaviour = { data: (number) => (number === 1 ? 451 : null) };
  await rig.send();
  await rig.waiting();
  await rig.service.close();
  await rig.restart();
  await rig.clock.advance(MINUTE_MS);
  await rig.state("sent");
  expect(rig.mailServer.taken).toHaveLength(1);
});

it("a message is sent at the next start if the app ended before the message's transfer", async () => {
  const rig = await startRig();
  const checked = new Promise<void>((resolve) => {
    rig.mailServer.behaviour = {
      recipient: () => {
        resolve();
        return null;
      },
    };
  });
  await rig.send();
  await checked;
  await rig.service.close();
  expect(rig.stored()).toMatchObject([{ state: "waiting", tries: 0 }]);
  expect(rig.mailServer.received).toHaveLength(0);
  rig.mailServer.behaviour = {};
  await rig.restart();
  await rig.state("sent");
  expect(rig.mailServer.taken).toHaveLength(1);
});

it("a message interrupted during sending is stored with an unknown outcome", async () => {
  const rig = await startRig();
  const whole = new Promise<void>((resolve) => {
    rig.mailServer.behaviour = {
      data: () => {
        if (rig.mailServer.received.length === 1) resolve();
        return "wait";
      },
    };
  });
  await rig.send({ id: "first" });
  await rig.send({ id: "second", source: "other" });
  await whole;
  await rig.service.close();
  expect(rig.stored()).toMatchObject([
    { id: "first", state: "unknown" },
    { id: "second", state: "waiting", tries: 0 },
  ]);
  rig.mailServer.behaviour = {};
  await rig.restart();
  await rig.until(() => rig.service.outcome("other")?.state === "sent");
  expect(rig.mailServer.received).toHaveLength(2);
});

it("a file that is too large, changed or deleted is not sent", async () => {
  const rig = await startRig();
  const file = path.join(rig.folder, "items.csv");
  fs.writeFileSync(file, "0123456789");
  const written = { path: file, name: "items.csv", bytes: 10, modifiedAt: fs.statSync(file).mtimeMs };
  await rig.send({ file: written, limitBytes: 9 });
  await rig.state("failed");
  expect(rig.service.outcome("s")?.error).toEqual({
    failure: "tooLarge",
    message: "The file has 0.0 MB, and at most 0.0 MB are sent. No message was sent.",
    text: { key: "mail.refusals.fileTooLarge", values: { size: "0.0", limit: "0.0" } },
    reply: null,
  });
  for (const change of [() => fs.writeFileSync(file, "changed"), () => fs.rmSync(file)]) {
    change();
    await rig.clock.advance(1);
    await rig.send({ file: written });
    await rig.state("failed");
    expect(rig.service.outcome("s")).toMatchObject({ error: { failure: "file" } });
  }
  expect(rig.mailServer.connections()).toBe(0);
  // Only the last message of a source is kept.
  await rig.clock.settle();
  expect(rig.stored()).toHaveLength(1);
});

it("nothing is sent without a server, without a password or if the policy forbids mail", async () => {
  const off = await startRig({ setUp: false });
  await off.send();
  await off.state("failed");
  expect(off.service.outcome("s")).toMatchObject({ error: { failure: "off" } });

  const without = await startRig();
  await without.service.settings.forgetPassword();
  await without.send();
  await without.state("failed");
  expect(without.service.outcome("s")).toMatchObject({ error: { failure: "password" } });
  expect(without.keychain.size).toBe(0);

  const forbidden = await startRig({ policy: { mail: { allowed: false } }, setUp: false });
  const { server } = forbidden.mailServer;
  await expect(forbidden.service.settings.save({ server, authority: "usual" })).rejects.toMatchObject({
    error: { kind: "policy" },
  });
  await forbidden.send();
  await forbidden.state("failed");
  expect(forbidden.service.outcome("s")).toMatchObject({ error: { failure: "policy" } });
});

it("the password is used only with the server and the user name that it was entered for", async () => {
  const { service, mailServer, keychain, confirmed } = await startRig();
  expect((await service.settings.state()).password).toBe("keychain");
  const others: readonly Partial<MailServer>[] = [{ host: "localhost" }, { port: 1 }, { user: "other" }];
  for (const part of others) {
    const server = { ...mailServer.server, ...part };
    expect(await service.settings.save({ server, authority: "keep" })).toMatchObject({ password: "none" });
    expect(keychain.size).toBe(0);
    await service.settings.save({ server: mailServer.server, authority: "keep" });
    await service.settings.setPassword({ password: MAIL_PASSWORD });
  }
  // The user confirmed each other address, and the first one again.
  expect(confirmed).toEqual([
    `127.0.0.1:${mailServer.server.port}`,
    `localhost:${mailServer.server.port}`,
    `127.0.0.1:${mailServer.server.port}`,
    "127.0.0.1:1",
    `127.0.0.1:${mailServer.server.port}`,
  ]);
  await service.settings.save({ server: null, authority: "keep" });
  expect(await service.settings.state()).toMatchObject({ server: null, password: "none" });
  expect(keychain.size).toBe(0);
});

it("a server that the user declines or a check refuses changes neither settings nor password", async () => {
  const { service, mailServer, keychain, answers } = await startRig();
  const before = await service.settings.state();
  const entries = [...keychain];
  answers.confirms = false;
  await expect(
    service.settings.save({ server: { ...mailServer.server, host: "localhost" }, authority: "keep" }),
  ).rejects.toThrow("was not confirmed");
  // No chosen file has this token.
  const authority = "00000000-0000-4000-8000-000000000000";
  await expect(
    service.settings.save({ server: { ...mailServer.server, user: "other" }, authority }),
  ).rejects.toThrow("Choose the file");
  expect(await service.settings.state()).toEqual(before);
  expect([...keychain]).toEqual(entries);
  expect(await service.test("ann@example.com")).toMatchObject({ state: "sent" });
});

it("a policy fixes the server; the user sets the other fields", async () => {
  const rig = await startRig();
  const { host, port, security } = rig.mailServer.server;
  const server = { host, port, security, authority: rig.mailServer.authority };
  const fixed = await startRig({ policy: { mail: { server } }, setUp: false });
  // The form shows the server before anything is saved.
  expect(await fixed.service.settings.state()).toMatchObject({
    server: null,
    fixed: { host, port, security },
    authority: server.authority,
  });
  const wanted = { ...rig.mailServer.server, from: "me@example.com" };
  await expect(
    fixed.service.settings.save({ server: { ...wanted, port: 1 }, authority: "usual" }),
  ).rejects.toMatchObject({ error: { kind: "policy" } });
  await fixed.service.settings.save({ server: wanted, authority: "usual" });
  await fixed.service.settings.setPassword({ password: MAIL_PASSWORD });
  expect(await fixed.service.settings.state()).toMatchObject({
    fixed: { host, port, security },
    authority: server.authority,
  });
  expect(await fixed.service.test("ann@example.com")).toMatchObject({ state: "sent" });
  expect(rig.mailServer.taken).toMatchObject([{ from: "me@example.com", to: ["ann@example.com"] }]);
  expect(fixed.confirmed).toEqual([]);
});

it("the policy's server may be written in capital letters", async () => {
  const server = { host: "Mail.Example.com", port: 465, security: "tls" } as const;
  const { service, mailServer } = await startRig({ policy: { mail: { server } }, setUp: false });
  const wanted = { ...mailServer.server, ...server, host: "mail.example.com" };
  expect(await service.settings.save({ server: wanted, authority: "usual" })).toMatchObject({
    server: { host: "Mail.Example.com", port: 465 },
  });
});

it("a test message is tried once, and its failure is explained", async () => {
  const rig = await startRig();
  rig.mailServer.behaviour = { data: () => 451 };
  const outcome = await rig.service.test("ann@example.com");
  expect(outcome).toMatchObject({ state: "failed", nextTry: null, error: { failure: "deferred" } });
  expect(rig.stored()).toEqual([]);
});

it("the password lasts only for the session without a keychain", async () => {
  const folder = await temporaryFolder();
  const { server } = await mailServerOfTest(folder);
  const store = makeUserStore(path.join(folder, "user.sqlite"));
  onTestFinished(() => store.close());
  const refuse = async (): Promise<never> => {
    throw new KeychainUnavailable("locked");
  };
  const service = new MailService({
    clock: virtualClock(),
    log: createLog(() => {}),
    policy: {},
    vault: new KeyVault({ get: refuse, set: refuse, delete: refuse }),
    store: remote(store),
    confirmMailServer: async () => true,
    onState: () => {},
    onMailed: () => {},
  });
  const locked =
    "The keyring is locked. Unlock it (for instance with the Passwords and Keys app), and start Stockdeck again or enter the password again.";
  await service.settings.save({ server, authority: "usual" });
  expect(await service.settings.setPassword({ password: MAIL_PASSWORD })).toMatchObject({
    password: "session",
    problem: { english: locked, key: "keychain.password.locked" },
  });
  await service.settings.forgetPassword();
  // At this point, only the locked keychain could contain a password.
  await expect(service.settings.forgetPassword()).rejects.toThrow(
    `The password may still be in the keychain. ${locked}`,
  );
});

it("the log and the store contain no password", async () => {
  const rig = await startRig();
  rig.mailServer.behaviour = { recipient: (address) => (address.startsWith("bob") ? 550 : null) };
  await rig.send();
  await rig.state("failed");
  const log = rig.lines.join("\n");
  expect(log).toContain('"failure":"recipients"');
  for (const text of ["ann@", "bob@", "Canary", MAIL_PASSWORD, "stock@"]) expect(log).not.toContain(text);
  for (const file of fs.readdirSync(rig.folder).filter((name) => name.startsWith("user.sqlite")))
    expect(fs.readFileSync(path.join(rig.folder, file), "latin1")).not.toContain(MAIL_PASSWORD);
  expect(rig.mailServer.taken[0]?.raw).not.toContain(MAIL_PASSWORD);
});
