import fs from "node:fs";
import { checkServerIdentity, type ConnectionOptions } from "node:tls";
import { invalidInput } from "../../../shared/base/errors.ts";

/**
 * The address of the store for the PostgreSQL client. If it has no password, the client uses PGPASSWORD or ~/.pgpass.
 */
export interface StoreAddress {
  /** The name of the host, or the folder of a Unix socket. If absent, the host is PGHOST or this computer. */
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly ssl: false | ConnectionOptions;
}

/** The ways to protect the connection, in libpq's words. */
const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof SSL_MODES)[number];

/**
 * Reads `postgres://USER@HOST:PORT/DATABASE?sslmode=…`. If the parameter `host` is a folder, it means a Unix socket.
 * For a server on another computer, the certificate is checked unless `sslmode` says otherwise.
 * @security no message quotes the text, which may contain a password.
 * @throws AppFailure of kind `invalid_input`.
 */
export function readStoreAddress(text: string): StoreAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["postgres:", "postgresql:"].includes(url.protocol))
    throw invalidInput("The store must be given as postgres://USER@HOST/DATABASE.");
  const unknown = [...url.searchParams.keys()].find(
    (name) => !["host", "sslmode", "sslrootcert"].includes(name),
  );
  if (unknown !== undefined)
    throw invalidInput("The store's address may have the parameters host, sslmode and sslrootcert.");
  const host = url.searchParams.get("host") ?? decode(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const [user, password] = [decode(url.username), decode(url.password)];
  const database = decode(url.pathname.slice(1));
  return {
    ...(host !== "" && { host }),
    ...(url.port !== "" && { port: Number(url.port) }),
    ...(user !== "" && { user }),
    ...(password !== "" && { password }),
    ...(database !== "" && { database }),
    // If the address has no host, the driver uses the host from the environment.
    ssl: readSsl(url.searchParams, host || (process.env["PGHOST"] ?? "")),
  };
}

/** Whether an address contains a password. Other users of the computer can read the arguments of a command. */
export function hasPassword(text: string): boolean {
  if (!URL.canParse(text)) return /:[^/@]*@|password/i.test(text);
  const url = new URL(text);
  return url.password !== "" || url.searchParams.has("password");
}

function readSsl(parameters: URLSearchParams, host: string): StoreAddress["ssl"] {
  const isHere = ["", "localhost", "127.0.0.1", "::1"].includes(host) || host.startsWith("/");
  const mode = (parameters.get("sslmode") ?? (isHere ? "disable" : "verify-full")) as SslMode;
  if (!SSL_MODES.includes(mode)) throw invalidInput(`sslmode must be one of ${SSL_MODES.join(", ")}.`);
  const file = parameters.get("sslrootcert");
  if (mode === "disable") return false;
  if (mode === "require") return { rejectUnauthorized: false };
  const ca = file === null ? {} : { ca: readCertificate(file) };
  if (mode === "verify-ca") return { ...ca, checkServerIdentity: () => undefined };
  // The certificate is checked for the host in the address, because the driver passes no name for a numeric address.
  return { ...ca, checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate) };
}

function readCertificate(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (thrown) {
    throw invalidInput("The file that sslrootcert names cannot be read.", { cause: thrown });
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (thrown) {
    throw invalidInput("The store's address is not written as a URL.", { cause: thrown });
  }
}
