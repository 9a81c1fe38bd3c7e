import fs from "node:fs";
import { Readable } from "node:stream";
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Letter } from "../../../../../electron/delivery/mail/letter.ts";
import {
  MAIL_TIMEOUTS,
  sendOnce,
  type Access,
  type Attempt,
} from "../../../../../electron/delivery/mail/smtp.ts";
import type { MailServer } from "../../../../../shared/delivery/mail.ts";
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
/** Ms for a silent server, shorter than the usual minutes. */
const SHORT_SILENCE = { ...MAIL_TIMEOUTS, greeting: 100, silence: 100 };

const accessTo = ({ server, authority }: Pick<MailServerRig, "server" | "authority">): Access => ({
  server,
  password: MAIL_PASSWORD,
  authorities: fs.readFileSync(authority, "utf8"),
});

async function startRig(security: MailServer["security"] = "tls"): Promise<MailServerRig> {
  return mailServerOfTest(await temporaryFolder(), security);
}

/** Sends the letter to a simple server of the running test. */
async function sendTo(
  answer: (socket: net.Socket) => void,
  {
    security,
    to = LETTER.to,
    from = "stock@example.com",
  }: Pick<MailServer, "security"> & { readonly to?: readonly string[]; readonly from?: string },
): Promise<Attempt> {
  const { cert, key } = selfSigned();
  const accept = (socket: net.Socket): void => {
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    answer(socket);
  };
  const server = security === "tls" ? tls.createServer({ cert, key }, accept) : net.createServer(accept);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const access: Access = {
    server: {
      host: "127.0.0.1",
      port,
      security,
      user: "stock",
      from,
      fromName: "",
    },
    password: MAIL_PASSWORD,
    authorities: cert,
  };
  return sendOnce({ ...LETTER, to }, to, null, access, never);
}

describe("one try to send a message", () => {
  it.each(["tls", "starttls"] as const)(
    "a server whose TLS begins by %s accepts a message",
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

  it("a domain in another script is sent in ASCII and reported in its original form", async () => {
    const to = ["anna@müller.example", "eve@例え.テスト", "bob@Straße.example"];
    const lines: string[] = [];
    const attempt = await sendTo(
      (socket) => {
        socket.write("220 idn.test ESMTP\r\n");
        socket.on("data", (data) => {
          const line = data.toString();
          lines.push(line);
          if (line.startsWith("EHLO")) socket.write("250-idn.test\r\n250 AUTH PLAIN\r\n");
          else if (line.startsWith("AUTH")) socket.write("235 ok\r\n");
          else if (line.startsWith("DATA")) socket.write("354 go on\r\n");
          else if (line.startsWith("RCPT TO:<bob")) socket.write("550 no such user\r\n");
          else if (/^(MAIL|RCPT)|\r\n\.\r\n$/.test(line)) socket.write("250 ok\r\n");
        });
      },
      { security: "tls", to, from: "stock@lager.köln" },
    );
    expect(attempt).toMatchObject({ accepted: to.slice(0, 2), refused: ["bob@Straße.example"] });
    const sent = lines.join("");
    expect(sent).toContain("MAIL FROM:<stock@lager.xn--kln-sna>");
    expect(sent).toContain("RCPT TO:<anna@xn--mller-kva.example>");
    expect(sent).toContain("RCPT TO:<eve@xn--r8jz45g.xn--zckzah>");
    expect(sent).toMatch(/^To: anna@xn--mller-kva\.example/m);
    expect(sent).toContain("@lager.xn--kln-sna>\r\n");
  });

  it("a message reaches all recipients that the server accepts", async () => {
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

  it("a message is deferred if the server defers the message or all recipients", async () => {
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

  it("a message's outcome is unknown if the server is silent after it received the whole message", async () => {
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

  it("a message is deferred if the transfer stopped before the end of the message", async () => {
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

  it("a server with an untrusted certificate gets no message and no password", async () => {
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
  ])("a server that %s gets no user name and no address", async (_what, hello, answer) => {
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

  it("a message is deferred if the server sends no greeting", async () => {
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

  it("a message is not sent to a server whose size limit is smaller than the message", async () => {
    const rig = await mailServerOfTest(await temporaryFolder(), "tls", { size: 100_000 });
    const content = Buffer.alloc(200_000);
    const attachment = { name: "big.csv", bytes: content.length, content };
    expect(await sendOnce(LETTER, LETTER.to, attachment, accessTo(rig), never)).toMatchObject({
      refused: LETTER.to,
      error: { failure: "tooLarge" },
    });
    expect(rig.received).toHaveLength(0);
  });

  it("a message can have a file of 25 MB", async () => {
    const rig = await startRig();
    const content = Buffer.alloc(25_000_000, "0123456789\n");
    const attachment = { name: "big.csv", bytes: content.length, content };
    const attempt = await sendOnce(LETTER, LETTER.to, attachment, accessTo(rig), never);
    expect(attempt.error).toBeNull();
    const { raw = "" } = rig.taken[0] ?? {};
    const encoded = raw.split("\r\n\r\n").at(-1)?.split("--")[0]?.replaceAll("\r\n", "") ?? "";
    expect(Buffer.from(encoded, "base64").equals(content)).toBe(true);
  });

  it("a try to send a message closes its connection", async () => {
    const rig = await startRig();
    await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never);
    expect(rig.connections()).toBe(1);
    await waitUntil(() => rig.open() === 0, "the end of the connection");
  });

  it("plain text instead of TLS is not reported as a wrong certificate", async () => {
    const rig = await startRig("starttls");
    const access = accessTo({ ...rig, server: { ...rig.server, security: "tls" } });
    expect(await sendOnce(LETTER, LETTER.to, null, access, never)).toMatchObject({
      refused: LETTER.to,
      error: { failure: "tls", message: expect.stringContaining("Perhaps STARTTLS is meant.") },
    });
  });

  it.each([
    ["an endless greeting", "2".repeat(70_000)],
    ["a greeting of another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
  ])("%s does not count as a mail server", async (_what, greeting) => {
    const attempt = await sendTo(
      (socket) => {
        const write = (): void => {
          while (socket.writable && socket.write(greeting));
        };
        if (greeting.endsWith("\n")) socket.write(greeting);
        else {
          socket.on("drain", write);
          write();
        }
      },
      { security: "starttls" },
    );
    expect(attempt).toMatchObject({
      deferred: LETTER.to,
      error: {
        failure: "network",
        message: "What answers at this port is not a mail server. Check the port.",
      },
    });
  });

  it("a greeting of 554 refuses the connection; 421 defers the message", async () => {
    for (const [code, failure, list] of [
      [554, "connection", "refused"],
      [421, "deferred", "deferred"],
    ] as const)
      expect(
        await sendTo((socket) => socket.end(`${code} no service here\r\n`), { security: "starttls" }),
      ).toMatchObject({ [list]: LETTER.to, code, error: { failure } });
  });

  it.each([
    ["AUTH XOAUTH2 OAUTHBEARER", "signs in by a browser only", "browserOnly"],
    ["AUTH NTLM GSSAPI", "(NTLM, GSSAPI)", "unknown"],
    ["SIZE 1000000", "offers no way to sign in", "none"],
  ])("a server with %s never gets the password", async (offer, words, key) => {
    const lines: string[] = [];
    const attempt = await sendTo(
      (socket) => {
        socket.write("220 tokens.test ESMTP\r\n");
        socket.on("data", (data) => {
          lines.push(data.toString());
          socket.write(
            data.toString().startsWith("EHLO") ? `250-tokens.test\r\n250 ${offer}\r\n` : "535 no\r\n",
          );
        });
      },
      { security: "tls" },
    );
    expect(attempt).toMatchObject({
      refused: LETTER.to,
      error: {
        failure: "login",
        message: expect.stringContaining(words),
        text: { key: `mail.signIn.${key}` },
      },
    });
    expect(lines).toEqual(["EHLO [127.0.0.1]\r\n"]);
  });

  it.each([[["XOAUTH2", "LOGIN"]], [["CRAM-MD5", "PLAIN"]]])(
    "a sign-in to a server with %j uses a method that every server supports",
    async (authMethods) => {
      const rig = await mailServerOfTest(await temporaryFolder(), "tls", { authMethods });
      expect((await sendOnce(LETTER, LETTER.to, null, accessTo(rig), never)).error).toBeNull();
    },
  );

  it.each([
    ["MAIL FROM", "552 5.2.3 too big", "tooLarge"],
    ["MAIL FROM", "550 5.3.4 message too big for system", "tooLarge"],
    ["the message", "552 5.3.4 size limit exceeded", "tooLarge"],
    ["the message", "552 5.2.2 mailbox full", "message"],
    ["RCPT TO", "552 5.2.2 mailbox full", "recipients"],
    ["RCPT TO", "550 5.3.4 too big for this recipient", "tooLarge"],
  ])("a reply to %s of %s is the failure %s", async (command, answer, failure) => {
    const attempt = await sendTo(
      (socket) => {
        socket.write("220 small.test ESMTP\r\n");
        let [inMessage, message] = [false, ""];
        socket.on("data", (data) => {
          const line = data.toString();
          message = inMessage ? message + line : "";
          if (inMessage && !message.endsWith("\r\n.\r\n")) return;
          const isEnd = inMessage;
          inMessage = line.startsWith("DATA");
          if (isEnd || line.startsWith(command)) socket.write(`${answer}\r\n`);
          else if (line.startsWith("EHLO")) socket.write("250-small.test\r\n250 AUTH PLAIN\r\n");
          else if (line.startsWith("AUTH")) socket.write("235 ok\r\n");
          else socket.write(inMessage ? "354 go on\r\n" : "250 ok\r\n");
        });
      },
      { security: "tls" },
    );
    expect(attempt).toMatchObject({ refused: LETTER.to, error: { failure } });
  });
});
