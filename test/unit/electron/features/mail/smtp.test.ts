import fs from "node:fs";
import { Readable } from "node:stream";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Letter } from "../../../../../electron/features/mail/letter.ts";
import { MAIL_TIMEOUTS, sendOnce, type Access } from "../../../../../electron/features/mail/smtp.ts";
import type { MailServer } from "../../../../../shared/features/mail/mail.ts";
import { MAIL_PASSWORD, type MailServerRig } from "../../../../helpers/mail-server.ts";
import { mailServerOfTest } from "../../../../helpers/test-mail-server.ts";
import { selfSigned } from "../../../../helpers/self-signed.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../../helpers/wait-until.ts";

const LETTER: Letter = {
  id: "0123456789abcdef",
  madeAt: Date.parse("2026-11-23T17:00:00Z"),
  to: ["ann@example.com", "bob@example.com"],
  subject: "Monday list",
  text: "Rows.\n.\nA line that begins with a full stop.\n",
  html: null,
};
const never = new AbortController().signal;
/** Ms for a silent server, in place of the usual minutes. */
const SHORT_SILENCE = { ...MAIL_TIMEOUTS, greeting: 100, silence: 100 };

const accessTo = ({ server, authority }: Pick<MailServerRig, "server" | "authority">): Access => ({
  server,
  password: MAIL_PASSWORD,
  authorities: fs.readFileSync(authority, "utf8"),
});

async function startRig(security: MailServer["security"] = "tls"): Promise<MailServerRig> {
  return mailServerOfTest(await temporaryFolder(), security);
}

describe("one try", () => {
  it.each(["tls", "starttls"] as const)(
    "a message is taken by a server whose TLS begins by %s",
    async (security) => {
      const rig = await startRig(security);
      const content = Buffer.from("id,name\r\n1,Äpfel\r\n");
      const attachment = { name: "items.csv", bytes: content.length, content };
      const attempt = await sendOnce(LETTER, LETTER.to, attachment, accessTo(rig), never);
      expect(attempt).toEqual({ accepted: LETTER.to, refused: [], deferred: [], error: null, code: null });
      expect(rig.taken).toHaveLength(1);
      const [{ raw, from, to, user } = { raw: "", from: "", to: [], user: "" }] = rig.taken;
      expect({ from, to, user }).toEqual({ from: "stock@example.com", to: LETTER.to, user: "stock" });
      expect(raw).toContain("Message-ID: <0123456789abcdef@example.com>");
      expect(raw).toContain("From: Stock <stock@example.com>");
      expect(raw).toContain("Auto-Submitted: auto-generated");
      expect(raw).toContain(content.toString("base64"));
      expect(raw).not.toContain(MAIL_PASSWORD);
    },
  );

  it("a message reaches the accepted recipients, and names the refused and the deferred ones", async () => {
    const rig = await startRig();
    rig.behaviour = {
      recipient: (address) => (address.startsWith("bob") ? 550 : address.startsWith("eve") ? 450 : null),
    };
    const to = [...LETTER.to, "eve@example.com"];
    const attempt = await sendOnce(LETTER, to, null, accessTo(rig), never);
    expect(attempt).toMatchObject({
      accepted: ["ann@example.com"],
      refused: ["bob@example.com"],
      deferred: ["eve@example.com"],
      error: { failure: "recipients", reply: expect.stringContaining("550") },
    });
  });

  it("a message is deferred as a whole if the server defers all recipients, or the message", async () => {
    const rig = await startRig();
    rig.behaviour = { recipient: () => 451 };
    expect(await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never)).toMatchObject({
      deferred: LETTER.to,
      error: { failure: "deferred" },
    });
    rig.behaviour = { data: () => 452 };
    expect(await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never)).toMatchObject({
      deferred: LETTER.to,
      error: { failure: "deferred" },
      code: 452,
    });
  });

  it("a message is refused if the server refuses the message or the password", async () => {
    const rig = await startRig();
    rig.behaviour = { data: () => 554 };
    expect(await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never)).toMatchObject({
      refused: LETTER.to,
      error: { failure: "message" },
      code: 554,
    });
    const wrong = { ...accessTo(rig), password: "wrong" };
    expect(await sendOnce(LETTER, LETTER.to, null, wrong, never)).toMatchObject({
      refused: LETTER.to,
      error: { failure: "login" },
      code: 535,
    });
  });

  it("a message is unknown if the connection breaks off, or the server is silent, after the whole message", async () => {
    const rig = await startRig();
    for (const answer of ["close", "wait"] as const) {
      rig.behaviour = { data: () => answer };
      const attempt = await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never, {
        ...MAIL_TIMEOUTS,
        silence: 300,
      });
      expect(attempt).toMatchObject({
        accepted: [],
        refused: [],
        deferred: [],
        error: { failure: "unknown" },
      });
    }
    expect(rig.received).toHaveLength(2);
  });

  it("a message is deferred if it was stopped, or the connection broke off, before its end", async () => {
    const rig = await startRig();
    const stopped = await sendOnce(LETTER, LETTER.to, null, accessTo(rig), AbortSignal.abort());
    expect(stopped).toMatchObject({ deferred: LETTER.to, error: { failure: "network" } });
    rig.behaviour = { data: () => "cut" };
    // In parts, as when a file is read.
    const content = Readable.from(Array.from({ length: 300 }, () => Buffer.alloc(65_536)));
    const attachment = { name: "big.csv", bytes: 300 * 65_536, content };
    const cut = await sendOnce(LETTER, LETTER.to, attachment, accessTo(rig), never);
    expect(cut).toMatchObject({ deferred: LETTER.to, error: { failure: "network" } });
    await rig.close();
    const refused = await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never);
    expect(refused).toMatchObject({
      deferred: LETTER.to,
      error: { failure: "network", message: "The mail server refused the connection. Check its port." },
    });
  });

  it("a message is not sent to a server whose certificate is not trusted, nor gets that server the password", async () => {
    for (const security of ["tls", "starttls"] as const) {
      const rig = await startRig(security);
      const others = { ...accessTo(rig), authorities: selfSigned().cert };
      for (const access of [others, { ...accessTo(rig), authorities: null }])
        expect(await sendOnce(LETTER, LETTER.to, null, access, never)).toMatchObject({
          refused: LETTER.to,
          error: { failure: "tls" },
        });
      expect(rig.received).toHaveLength(0);
    }
  });

  it.each([
    ["offers no STARTTLS", "250-plain.test\r\n250 AUTH PLAIN LOGIN\r\n", "502 not implemented\r\n"],
    ["offers it and then refuses", "250-plain.test\r\n250 STARTTLS\r\n", "502 not implemented\r\n"],
  ])("a server that %s gets neither user name nor address", async (_what, hello, answer) => {
    const lines: string[] = [];
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.write("220 plain.test ESMTP\r\n");
      socket.on("data", (data) => {
        lines.push(data.toString());
        socket.write(data.toString().startsWith("EHLO") ? hello : answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const rig = await startRig();
    const access = accessTo({ ...rig, server: { ...rig.server, port, security: "starttls" } });
    const attempt = await sendOnce(LETTER, LETTER.to, null, access, never);
    expect(attempt).toMatchObject({
      refused: LETTER.to,
      error: {
        failure: "tls",
        message: "The mail server does not offer STARTTLS. Nothing was sent over the unprotected connection.",
      },
    });
    expect(lines).toEqual(["EHLO [127.0.0.1]\r\n", "STARTTLS\r\n"]);
  });

  it("a message is deferred if the server never greets", async () => {
    const server = net.createServer((socket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const sockets: net.Socket[] = [];
    server.on("connection", (socket) => sockets.push(socket));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const rig = await startRig();
    const { port } = server.address() as AddressInfo;
    const access = accessTo({ ...rig, server: { ...rig.server, port, security: "starttls" } });
    expect(await sendOnce(LETTER, LETTER.to, null, access, never, SHORT_SILENCE)).toMatchObject({
      deferred: LETTER.to,
      error: { failure: "network", message: "The mail server did not answer in time." },
    });
  });

  it("a message is not offered to a server that takes smaller messages only", async () => {
    const rig = await mailServerOfTest(await temporaryFolder(), "tls", { size: 100_000 });
    const content = Buffer.alloc(200_000);
    const attachment = { name: "big.csv", bytes: content.length, content };
    expect(await sendOnce(LETTER, LETTER.to, attachment, accessTo(rig), never)).toMatchObject({
      refused: LETTER.to,
      error: { failure: "tooLarge" },
    });
    expect(rig.received).toHaveLength(0);
  });

  it("a message carries a file of 25 MB", async () => {
    const rig = await startRig();
    const content = Buffer.alloc(25_000_000, "0123456789\n");
    const attachment = { name: "big.csv", bytes: content.length, content };
    const attempt = await sendOnce(LETTER, LETTER.to, attachment, accessTo(rig), never);
    expect(attempt.error).toBeNull();
    const { raw = "" } = rig.taken[0] ?? {};
    const encoded = raw.split("\r\n\r\n").at(-1)?.split("--")[0]?.replaceAll("\r\n", "") ?? "";
    expect(Buffer.from(encoded, "base64").equals(content)).toBe(true);
  });

  it("a try ends its connection", async () => {
    const rig = await startRig();
    await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never);
    expect(rig.connections()).toBe(1);
    await waitUntil(() => rig.open() === 0, "the end of the connection");
  });
});
