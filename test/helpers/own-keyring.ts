import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { waitUntil } from "./wait-until.ts";

/** A test's own Secret Service: a real, unlocked gnome-keyring on its own bus. */
export interface OwnKeyring {
  /** The environment variables by which a program finds the keyring. */
  readonly environment: Readonly<Record<string, string>>;
  /** Locks the keyring, as a user or a screen lock does. No user can enter the password here. */
  lock(): void;
  end(): void;
}

/** @throws Error if gnome-keyring or D-Bus is missing. */
export async function startOwnKeyring(): Promise<OwnKeyring> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-keyring-"));
  for (const name of ["data/keyrings", "run"])
    fs.mkdirSync(path.join(home, name), { recursive: true, mode: 0o700 });
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [address] = (await once(bus.stdout, "data", { signal: AbortSignal.timeout(30_000) })) as [Buffer];
  const environment = {
    DBUS_SESSION_BUS_ADDRESS: address.toString().trim(),
    XDG_DATA_HOME: path.join(home, "data"),
    XDG_RUNTIME_DIR: path.join(home, "run"),
  };
  const env = { ...process.env, ...environment };
  const keyring = spawn("gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  keyring.stdin.end("test");
  const call = (destination: string, object: string, method: string, ...input: readonly string[]): string =>
    execFileSync(
      "gdbus",
      ["call", "--session", "--dest", destination, "--object-path", object, "--method", method, ...input],
      { env, encoding: "utf8", timeout: 30_000 },
    );
  const service = "org.freedesktop.secrets";
  const hasOwner = [
    "org.freedesktop.DBus",
    "/org/freedesktop/DBus",
    "org.freedesktop.DBus.NameHasOwner",
  ] as const;
  await waitUntil(() => call(...hasOwner, service).includes("true"), "the keyring");
  return {
    environment,
    lock: () => {
      const collection = "['/org/freedesktop/secrets/collection/login']";
      call(service, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock", collection);
    },
    end: () => {
      keyring.kill();
      bus.kill();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
