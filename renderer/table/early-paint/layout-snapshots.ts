import { clock, type Timer } from "../../base/clock.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { layoutSnapshotKey } from "../../../shared/features/windows/window-names.ts";
import type { ViewStore } from "../views/view-store.ts";
import { SNAPSHOT_VERSION, type LayoutSnapshot } from "./layout-snapshot.ts";

export interface LayoutSnapshots {
  /**
   * Saves a snapshot after a time without changes. `measure` returns null if the first frame of the next start would
   * look different.
   */
  readonly note: (connectionId: string, resource: Resource, measure: () => MeasuredLayout | null) => void;
}

export type MeasuredLayout = Omit<LayoutSnapshot, "version" | "state">;

/** Ms without a change before a snapshot is saved. So the many changes during a scroll cost little. */
const SAVE_DELAY_MS = 600;

/** Makes the store of layout snapshots. @param window the number of the page's window. */
export function createLayoutSnapshots(
  host: Pick<HostApi, "saveUiState">,
  views: Pick<ViewStore, "remembered">,
  window: number,
): LayoutSnapshots {
  const saved = new Map<string, string>();
  const save = (connectionId: string, resource: Resource, measured: MeasuredLayout | null): void => {
    const state = views.remembered(connectionId, resource);
    if (state === undefined || !measured) return;
    const name = layoutSnapshotKey(window, resource);
    const value = JSON.stringify({ version: SNAPSHOT_VERSION, state, ...measured } satisfies LayoutSnapshot);
    if (saved.get(`${connectionId} ${name}`) === value) return;
    saved.set(`${connectionId} ${name}`, value);
    void host.saveUiState({ connectionId, name, value });
  };
  let timer: Timer | null = null;
  return {
    note: (connectionId, resource, measure) => {
      timer?.stop();
      timer = clock.after(SAVE_DELAY_MS, () => save(connectionId, resource, measure()));
    },
  };
}
