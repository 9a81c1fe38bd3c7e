import type { HostApi } from "../../../shared/contract/contract.ts";
import type { ProfileList } from "../../../shared/inventory/connections.ts";
import { Emitter } from "../../base/emitter.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { tableStateName } from "../../../shared/features/windows/window-names.ts";

/** The saved views of every profile, as the core last reported them. */
export interface SavedViewStore {
  readonly get: (profileId: string) => readonly SavedView[];
  readonly subscribe: (listener: () => void) => () => void;
}

const NO_VIEWS: readonly SavedView[] = [];

/**
 * Loads every profile's views for the first frame after a switch. It subscribes to their changes before it loads
 * them.
 */
export async function loadSavedViews(host: HostApi, { profiles }: ProfileList): Promise<SavedViewStore> {
  const views = new Map<string, readonly SavedView[]>();
  const { emit, subscribe } = new Emitter();
  host.onViews((changed) => {
    views.set(changed.profileId, changed.views);
    emit();
  });
  host.onProfiles((list) => {
    // The profile of the sample data keeps its id when it is created again, but must start without views.
    const known = new Set(list.profiles.map(({ profileId }) => profileId));
    for (const profileId of views.keys()) if (!known.has(profileId)) views.delete(profileId);
    emit();
  });
  await Promise.all(
    profiles.map(async ({ profileId }) => {
      const result = await host.listViews({ profileId });
      if (result.ok && !views.has(profileId)) views.set(profileId, result.value);
    }),
  );
  return {
    get: (profileId) => views.get(profileId) ?? NO_VIEWS,
    subscribe,
  };
}

/** The saved state of a profile's table. The text is null if there is none, or if loading failed. */
export interface TableState {
  readonly profileId: string;
  readonly resource: Resource;
  readonly text: string | null;
}

/** Loads the saved state of every profile's tables. @param number of the page's window. */
export async function loadTableStates(
  host: HostApi,
  { profiles }: ProfileList,
  number: number,
): Promise<readonly TableState[]> {
  const loading = profiles.flatMap(({ profileId }) =>
    RESOURCES.map(async (resource): Promise<TableState> => {
      const result = await host.loadUiState({ profileId, name: tableStateName(number, resource) });
      return { profileId, resource, text: result.ok ? result.value : null };
    }),
  );
  return Promise.all(loading);
}
