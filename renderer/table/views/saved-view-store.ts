import type { HostApi } from "../../../shared/contract/contract.ts";
import type { ProfileList } from "../../../shared/inventory/profiles.ts";
import { Emitter } from "../../base/emitter.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";

/** The saved views of every profile, as the core last reported them. */
export interface SavedViewStore {
  readonly get: (profileId: string) => readonly SavedView[];
  readonly subscribe: (listener: () => void) => () => void;
}

const NONE: readonly SavedView[] = [];

/**
 * Loads every profile's views, and follows their changes from before it loads. The first frame after a switch needs
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
    // The sample data's profile has the same id when it is created again, and must start without views.
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
    get: (profileId) => views.get(profileId) ?? NONE,
    subscribe,
  };
}
