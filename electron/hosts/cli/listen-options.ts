import fs from "node:fs";
import { createSecureContext } from "node:tls";
import type { ListenOptions } from "../../features/collector/serving/collector-server.ts";
import type { Tls } from "../../features/collector/serving/webhooks/http-server.ts";
import { trustedProxies, type TrustedProxies } from "../../features/collector/serving/webhooks/sender.ts";
import { required } from "./arguments.ts";
import { UsageError } from "./exit-code.ts";
import { readSecretFile } from "./find-key.ts";

/** The options that set the address and TLS of a server. */
interface ServerWords {
  readonly listen: string | undefined;
  readonly "allow-remote": boolean;
  readonly "trusted-proxy": readonly string[];
  readonly "tls-cert": string | undefined;
  readonly "tls-key": string | undefined;
}

/**
 * Reads the address, TLS and limits of the server.
 * @param perMinute the most requests a minute with one token; 0 for no limit.
 * @security without TLS, tokens could be read in transit to another computer, so this server or a proxy must use TLS.
 * @throws UsageError.
 */
export function readServer(options: ServerWords, perMinute: number): ListenOptions {
  const { host, port } = readListen(required(options.listen, "listen"), options["allow-remote"]);
  const named = options["trusted-proxy"];
  const [cert, key] = [options["tls-cert"], options["tls-key"]];
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError("--tls-cert and --tls-key belong together");
  if (!isLocalHost(host) && cert === undefined && named.length === 0)
    throw new UsageError(
      "--allow-remote needs TLS: --tls-cert and --tls-key, or a proxy that is named with --trusted-proxy",
    );
  const tls = cert === undefined || key === undefined ? null : readTls(cert, key);
  const trusted = readTrustedProxies(named);
  return { host, port, tls, trusted, perMinute };
}

function readTls(certFile: string, keyFile: string): Tls {
  const pair = { cert: readPem(certFile, "tls-cert"), key: readSecretFile("tls-key", keyFile) };
  try {
    createSecureContext(pair);
    return pair;
  } catch (thrown) {
    // The error of OpenSSL names the reason, and does not quote the files.
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(
      `--tls-cert and --tls-key: they are not a certificate with its key (${String(code)})`,
    );
  }
}

function readPem(file: string, name: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`--${name} ${file}: the file cannot be read (${String(code)})`);
  }
}

/** The address and port at which a server listens. */
interface Listen {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads an address with a port.
 * @security other computers can reach the server only if an option allows this.
 * @throws UsageError.
 */
function readListen(text: string, allowRemote: boolean): Listen {
  const [, bracketed, plain, digits = ""] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const [host, port] = [bracketed ?? plain, Number(digits)];
  if (host === undefined || port > 65_535)
    throw new UsageError(`--listen takes an address and a port, as 127.0.0.1:8700, not "${text}"`);
  if (!isLocalHost(host) && !allowRemote)
    throw new UsageError(
      `--listen ${text}: other machines could reach it; with --allow-remote it is allowed`,
    );
  return { host, port };
}

/** Whether only this computer can reach the address of a host. */
const isLocalHost = (host: string): boolean =>
  host === "::1" || host === "localhost" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/** Makes the usage error for an unavailable address; any other error is returned unchanged. */
export function listenFailure(thrown: unknown, { host, port }: Listen): unknown {
  const where = `--listen ${host}:${port}`;
  const { code } = thrown as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new UsageError(`${where}: another program listens there`);
  if (code === "EACCES") return new UsageError(`${where}: this user may not listen there`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new UsageError(`${where}: this computer has no such address`);
  return thrown;
}

/** Reads the proxies of `--trusted-proxy`. @throws UsageError. */
function readTrustedProxies(named: readonly string[]): TrustedProxies {
  try {
    return trustedProxies(named);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new UsageError(`--trusted-proxy: ${thrown.message}; write 10.0.0.2 or 10.0.0.0/8`);
  }
}
