import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { lookName } from "../../../shared/contract/window-names.ts";
import type { ViewStore } from "../views/view-store.ts";
import { SNAPSHOT_VERSION, type LayoutSnapshot } from "./layout-snapshot.ts";

/** Remembers how the tables look, for when the page is opened again. */
export interface LayoutSnapshots {
  /**
   * Remembers it once nothing has changed for a while.
   * @param look measures it then; null where it is not as it would be after an opening.
   */
  readonly note: (profileId: string, resource: Resource, look: () => MeasuredLayout | null) => void;
}

/** What a table that is drawn says of its look. */
export type MeasuredLayout = Omit<LayoutSnapshot, "version" | "state">;

/** Ms without a change: a scroll is many of them, and each must cost next to nothing. */
const REST = 600;

/** @param window the number of the page's. */
export function createLayoutSnapshots(
  host: Pick<HostApi, "saveUiState">,
  views: Pick<ViewStore, "remembered">,
  window: number,
): LayoutSnapshots {
  const saved = new Map<string, string>();
  const save = (profileId: string, resource: Resource, drawn: MeasuredLayout | null): void => {
    const state = views.remembered(profileId, resource);
    if (state === undefined || !drawn) return;
    const name = lookName(window, resource);
    const value = JSON.stringify({ version: SNAPSHOT_VERSION, state, ...drawn } satisfies LayoutSnapshot);
    if (saved.get(`${profileId} ${name}`) === value) return;
    saved.set(`${profileId} ${name}`, value);
    void host.saveUiState({ profileId, name, value });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    note: (profileId, resource, look) => {
      clearTimeout(timer);
      timer = setTimeout(() => save(profileId, resource, look()), REST);
    },
  };
}
