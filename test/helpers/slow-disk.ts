import { spawnSync } from "node:child_process";

/** The system calls that write or wait for the disk. */
const WRITES = "pwrite64,fsync,fdatasync";

/**
 * The words before a command that slow its disk: each write and each wait for the disk takes `milliseconds`
 * longer.
 * @returns null, with a printed line, if tracing is forbidden or strace is missing.
 */
export function slowDisk(milliseconds: number): string[] | null {
  // With -D, signals reach the program itself.
  const tracing = ["-D", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", `trace=${WRITES}`];
  const words = [...tracing, "-e", `inject=${WRITES}:delay_enter=${milliseconds * 1_000}`];
  if (spawnSync("strace", [...tracing, "true"]).status === 0) return ["strace", ...words];
  console.info("no disk can be made slow here: strace is missing, or may not trace");
  return null;
}
