import { spawnSync } from "node:child_process";

/** The user that the Electron tests run as. */
export interface ElectronUser {
  /** The words before the tests' command; empty if the current user runs the tests. */
  readonly prefix: readonly string[];
  /** Whether Chromium's sandbox is on, for the end of the output. */
  readonly line: string;
}

/** Runs a command as a user without rights. In its namespace, root's files belong to that user. */
const AS_USER = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"] as const;

/**
 * Finds the user for the Electron tests. Chromium has no sandbox for root, so root's tests run as a user without rights
 * if the system allows it.
 */
export function findElectronUser(): ElectronUser {
  const on = "The Electron tests ran with Chromium's sandbox.";
  if (process.getuid?.() !== 0) return { prefix: [], line: on };
  // The sandbox creates its own namespace within this one.
  const [command, ...args] = [...AS_USER, "unshare", "--user", "true"];
  if (spawnSync(command, args).status === 0) return { prefix: AS_USER, line: on };
  return {
    prefix: [],
    line: "The Electron tests ran without Chromium's sandbox: they ran as root, and this system has no user namespaces.",
  };
}
