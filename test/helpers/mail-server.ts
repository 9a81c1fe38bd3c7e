import fs from "node:fs";
import type net from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { MailServer } from "../../shared/delivery/mail.ts";
import { selfSigned } from "./self-signed.ts";

/** A message that the server has read completely. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly user: string | undefined;
}

/** The server's answers to recipients and messages. Both are numbered from 1 since the server's start. */
export interface MailBehaviour {
  /** A code other than 250 for a recipient. */
  recipient?(address: string, number: number): number | null;
  /**
   * A code other than 250 for a message. "close" closes the connection, "wait" never answers, "cut" closes the
   * connection in the middle of the message.
   */
  data?(number: number): number | "close" | "wait" | "cut" | null;
}

export interface MailServerRig {
  /** The settings with which the app reaches it, for the user "stock". */
  readonly server: MailServer;
  /** The file with the certificate that its clients must trust. */
  readonly authority: string;
  /** All messages that were read completely, whether or not they were accepted. */
  readonly received: Received[];
  readonly taken: Received[];
  /** The number of connections so far, and of open connections. */
  readonly connections: () => number;
  readonly open: () => number;
  behaviour: MailBehaviour;
  close(): Promise<void>;
}

export const MAIL_USER = "stock";
export const MAIL_PASSWORD = "correct horse CanaryOfMail";

/** Starts a real mail server on loopback, with its own certificate for TLS. */
export async function startMailServer(
  folder: string,
  security: MailServer["security"] = "tls",
  options: SMTPServerOptions = {},
): Promise<MailServerRig> {
  const { cert, key } = selfSigned();
  const authority = path.join(folder, `authority-${security}.pem`);
  fs.writeFileSync(authority, cert);
  const received: Received[] = [];
  const taken: Received[] = [];
  const sockets = new Set<net.Socket>();
  let recipients = 0;
  let connections = 0;
  const refusal = (code: number): Error =>
    Object.assign(new Error(`answer ${code} of the test`), { responseCode: code });
  const smtp = new SMTPServer({
    secure: security === "tls",
    key,
    cert,
    authMethods: ["PLAIN", "LOGIN"],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === MAIL_USER && password === MAIL_PASSWORD
        ? done(null, { user: username })
        : done(refusal(535)),
    onRcptTo: ({ address }, _session, done) => {
      recipients += 1;
      const code = rig.behaviour.recipient?.(address, recipients) ?? null;
      done(code === null ? null : refusal(code));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      const isCut = rig.behaviour.data?.(received.length + 1) === "cut";
      stream.on("data", (chunk: Buffer) => {
        if (isCut) for (const socket of sockets) socket.destroy();
        chunks.push(chunk);
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const message: Received = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("latin1"),
          user: session.user as string | undefined,
        };
        received.push(message);
        const answer = rig.behaviour.data?.(received.length) ?? null;
        if (answer === "wait" || answer === "cut") return;
        if (answer === "close") {
          for (const socket of sockets) socket.destroy();
          return;
        }
        if (answer !== null) return done(refusal(answer));
        taken.push(message);
        done();
      });
    },
    ...options,
  });
  smtp.on("error", () => {});
  smtp.server.on("connection", (socket: net.Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  const listening = smtp.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const rig: MailServerRig = {
    server: {
      host: "127.0.0.1",
      port: (listening.address() as AddressInfo).port,
      security,
      user: MAIL_USER,
      from: "stock@example.com",
      fromName: "Stock",
    },
    authority,
    received,
    taken,
    connections: () => connections,
    open: () => sockets.size,
    behaviour: {},
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        smtp.close(() => resolve());
      }),
  };
  return rig;
}
