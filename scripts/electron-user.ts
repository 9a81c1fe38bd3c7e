import { spawnSync } from "node:child_process";

/** As whom the Electron tests run. */
export interface ElectronUser {
  /** What stands before their command. */
  readonly prefix: readonly string[];
  /** Whether Chromium's sandbox is on, for the end of the output. */
  readonly line: string;
}

/** A command as a user without rights, in a namespace where root's files are that user's. */
const AS_USER = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"] as const;

/** Chromium has no sandbox for root. Where the system allows it, root's tests run as a user without rights. */
export function findElectronUser(): ElectronUser {
  const on = "The Electron tests ran with Chromium's sandbox.";
  if (process.getuid?.() !== 0) return { prefix: [], line: on };
  // The sandbox makes a namespace of its own within.
  const [command, ...args] = [...AS_USER, "unshare", "--user", "true"];
  if (spawnSync(command, args).status === 0) return { prefix: AS_USER, line: on };
  return {
    prefix: [],
    line: "The Electron tests ran without Chromium's sandbox: they ran as root, and this system has no user namespaces.",
  };
}
