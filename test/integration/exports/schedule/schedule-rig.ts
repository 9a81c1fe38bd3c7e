import fs from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { PlannedMailState } from "../../../../shared/delivery/planned.ts";
import type { CoreOptions } from "../../../../electron/hosts/core/core-options.ts";
import { systemClock } from "../../../../electron/base/clock.ts";
import { startSampleService, type SampleService } from "../../../service/index.ts";
import type { CallInput, CallName, CallOutput, PushPayload } from "../../../../shared/contract/contract.ts";
import type { Result } from "../../../../shared/base/errors.ts";
import type { ExportProgress } from "../../../../shared/delivery/exports.ts";
import type { Schedule, SchedulePlan } from "../../../../shared/features/schedules/schedules.ts";
import { afterPush } from "../../../helpers/after-push.ts";
import { memoryKeychain } from "../../../helpers/memory-keychain.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { startCoreUnderTest, type CoreUnderTest } from "../../contract/core-under-test.ts";

export const HOUR = 3_600_000;

/** An hourly plan of all items that keeps two files. */
export const PLAN: SchedulePlan = {
  resource: "items",
  viewId: "all",
  columns: ["id", "name"],
  format: "ndjson",
  dialect: { delimiter: ",", decimal: "." },
  manifest: false,
  refreshFirst: false,
  timing: { kind: "hours", every: 1 },
  keep: 2,
  mail: null,
};

/** A whole core with a copy of a real service. The test sets its local clock. */
export interface ScheduleRig {
  readonly service: SampleService;
  readonly connectionId: string;
  /** The folder of scheduled files, which the user chose. */
  readonly target: string;
  /** The reported progress of exports, the oldest first. */
  readonly told: ExportProgress[];
  readonly opened: readonly (readonly [string, string])[];
  core: CoreUnderTest["core"];
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>>;
  /** Moves the local clock by `milliseconds`, and checks the schedules. */
  pass(milliseconds: number): Promise<void>;
  /** Moves the local clock by `after` ms of sleep, and wakes the core. */
  wake(after: number): Promise<void>;
  /** Makes a schedule. @returns its id. */
  make(plan?: Partial<SchedulePlan>): Promise<string>;
  only(): Promise<Schedule>;
  /** Waits until `count` runs have ended, over all schedules. */
  runs(count: number): Promise<void>;
  /** The files in the target, in the order of their names. */
  files(): readonly string[];
  /** Ends the core, moves the clock by `after` ms, and restarts it over the folder. */
  restart(after: number): Promise<void>;
}

/** Starts a rig and waits for its first pull. @param more other options of the host. */
export async function startScheduleRig(items = 40, more: Partial<CoreOptions> = {}): Promise<ScheduleRig> {
  let offset = 0;
  const target = await temporaryFolder();
  const service = await startSampleService({ items });
  const told: ExportProgress[] = [];
  const options: Partial<CoreOptions> = {
    clock: { ...systemClock, now: () => Date.now() + offset },
    chooseFolder: async () => target,
    keychain: memoryKeychain(),
    ...more,
  };
  const begin = (folder?: string): CoreUnderTest => {
    const under = startCoreUnderTest("electron", folder === undefined ? options : { ...options, folder });
    under.core.events.subscribe((name, payload) => {
      if (name === "exportProgress") told.push(payload as PushPayload<"exportProgress">);
    });
    return under;
  };
  let under = begin();
  onTestFinished(async () => {
    await under.close();
    await service.close();
  });
  const call = async <N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>> => {
    const result = (await under.core.dispatch(name, input)) as Result<CallOutput<N>>;
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    return result.value;
  };
  const { connectionId } = await call("connect", { baseUrl: service.url, key: service.key });
  await afterPush(under.core, async () => {
    const { firstPullComplete, state } = await call("getStatus");
    return firstPullComplete && state === "idle";
  });
  return {
    service,
    connectionId,
    target,
    told,
    call,
    get opened() {
      return under.opened;
    },
    get core() {
      return under.core;
    },
    pass: async (milliseconds) => {
      offset += milliseconds;
      under.core.schedules.follow();
    },
    wake: async (after) => {
      offset += after;
      await under.core.resume();
    },
    make: async (plan = {}) => {
      const { chosen } = await call("chooseScheduleFolder");
      const folder = chosen?.folder ?? "";
      return (await call("createSchedule", { connectionId, plan: { ...PLAN, ...plan }, folder })).id;
    },
    only: async () => {
      const [one, ...others] = await call("listSchedules");
      if (!one || others.length > 0) throw new Error("There is not exactly one schedule.");
      return one;
    },
    runs: (count) =>
      afterPush(under.core, async () => {
        const idle = (await call("listSchedules")).every(({ running }) => !running);
        const ended = told.filter(({ schedule, state }) => schedule !== null && isEnd(state));
        return idle && ended.length >= count;
      }),
    files: () => fs.readdirSync(target).toSorted(),
    restart: async (after) => {
      const { folder } = under;
      await under.core.close();
      offset += after;
      under = begin(folder);
      await call("bootstrap");
    },
  };
}

/** The state of a message that the connection sends at planned times. */
export async function mailStateOf(rig: ScheduleRig, name: string): Promise<PlannedMailState> {
  const listed = (await rig.call("listPlannedMails", { connectionId: rig.connectionId })).find(
    (one) => one.name === name,
  );
  if (!listed) throw new Error(`There is no message "${name}".`);
  return listed.state;
}

/** The objects of an NDJSON file in the target folder. */
export function readRows({ target }: ScheduleRig, file: string): readonly Record<string, unknown>[] {
  const lines = fs.readFileSync(path.join(target, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function isEnd(state: ExportProgress["state"]): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}
