import { onTestFinished } from "vitest";
import type { ApiClient } from "../../../electron/client/api-client.ts";
import { createLog } from "../../../electron/base/log.ts";
import { SyncEngine } from "../../../electron/sync/sync-engine.ts";
import type { EndedPass } from "../../../electron/sync/pass.ts";
import type { PushPayload } from "../../../shared/contract/contract.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { afterPush } from "../../helpers/after-push.ts";
import { makeRig, PAGE_SIZE, type Rig, type RigOptions } from "./support.ts";

export interface EngineRig extends Rig {
  readonly engine: SyncEngine;
  readonly told: readonly SyncStatus[];
  readonly changes: readonly PushPayload<"dataChanged">[];
  readonly lines: readonly string[];
  /** Calls a function after each pass. */
  onPassEnded: (pass: EndedPass) => void;
  /** Waits until `passes` passes, successful or failed, have ended since the start. */
  ended(passes: number): Promise<void>;
  passesEnded(): number;
  /** Waits until a condition holds: at once, or after a status or a change of rows of the engine. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
}

export interface EngineRigOptions extends RigOptions {
  readonly settings?: Partial<Settings>;
  readonly client?: ApiClient | null;
  readonly followsCollectors?: boolean;
  readonly store?: (store: Rig["store"]) => Rig["store"];
}

/** A loaded engine over a rig, without a client. By default it polls once an hour. */
export async function makeEngineRig({
  settings,
  store: wrap = (same) => same,
  followsCollectors = false,
  ...options
}: EngineRigOptions = {}): Promise<EngineRig> {
  const rig = await makeRig(options);
  const told: SyncStatus[] = [];
  const changes: PushPayload<"dataChanged">[] = [];
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const report = (): void => listeners.forEach((listener) => listener());
  const events = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const engine = new SyncEngine({
    store: wrap(rig.store),
    clock: rig.clock,
    log: createLog((line) => lines.push(line)),
    settings: {
      ...DEFAULT_SETTINGS,
      pageSize: PAGE_SIZE,
      pollFocusedSeconds: 3_600,
      pollUnfocusedSeconds: 7_200,
      ...settings,
    },
    followsCollectors,
    onStatus: (status) => {
      told.push(status);
      report();
    },
    onDataChanged: (change) => {
      changes.push(change);
      report();
    },
    onPassWritten: () => Promise.resolve(),
    onItemsChanged: () => {},
    onPassEnded: (pass) => made.onPassEnded(pass),
  });
  onTestFinished(() => engine.close());
  await engine.load();
  const passesEnded = (): number => lines.filter((line) => /"pass (ended|failed)"/.test(line)).length;
  // The status changes after the log line about the end of a pass.
  const until: EngineRig["until"] = (holds) => afterPush({ events }, holds);
  const ended = (passes: number): Promise<void> =>
    until(() => passesEnded() >= passes && engine.status.pass === null);
  const made: EngineRig = {
    ...rig,
    onPassEnded: () => {},
    engine,
    told,
    changes,
    lines,
    ended,
    passesEnded,
    until,
  };
  return made;
}
