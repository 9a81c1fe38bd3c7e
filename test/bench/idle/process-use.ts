import fs from "node:fs";

/** Clock ticks a second in which Linux counts a process's time. */
const TICKS = 100;

/** The resources used so far by a process and all processes that it started. */
export interface Use {
  /** Seconds of processor time. */
  readonly seconds: number;
  /** The number of times that a thread waited and was woken again. */
  readonly wakeUps: number;
  /**
   * Megabytes; memory that processes share is divided between them. The share grows if another program of the
   * same Electron ends, so two versions that are compared must start and end together.
   */
  readonly megabytes: number;
}

/** Reads a process's use from /proc. Threads that have ended by then are not counted. */
export function readUse(root: number): Use {
  const uses = withChildren(root).map((pid): Use => {
    const tasks = fs.readdirSync(`/proc/${pid}/task`);
    return {
      seconds: secondsOf(pid),
      wakeUps: tasks.reduce((sum, task) => sum + wakeUpsOf(pid, task), 0),
      megabytes:
        Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1_024,
    };
  });
  const sum = (of: (use: Use) => number): number => uses.reduce((total, use) => total + of(use), 0);
  return {
    seconds: sum(({ seconds }) => seconds),
    wakeUps: sum(({ wakeUps }) => wakeUps),
    megabytes: sum(({ megabytes }) => megabytes),
  };
}

/** A process and its descendants. */
function withChildren(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of fs.readdirSync("/proc")) {
    const pid = Number(name);
    const fields = pid > 0 ? fieldsOf(pid) : null;
    if (fields) parents.set(pid, Number(fields[1]));
  }
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** The fields of `stat` after the name, beginning with the state (proc(5)); null if the process has ended. */
function fieldsOf(pid: number): string[] | null {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null;
  }
}

function secondsOf(pid: number): number {
  const fields = fieldsOf(pid) ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function wakeUpsOf(pid: number, task: string): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/task/${task}/status`, "utf8");
    return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
