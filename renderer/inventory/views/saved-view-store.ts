import type { HostApi } from "../../../shared/contract/contract.ts";
import type { ProfileList } from "../../../shared/domain/profiles.ts";
import type { SavedView } from "../../../shared/views/views.ts";

/** The views that were named, of every profile, as the core last told them. */
export interface SavedViewStore {
  readonly get: (profileId: string) => readonly SavedView[];
  readonly subscribe: (listener: () => void) => () => void;
}

const NONE: readonly SavedView[] = [];

/**
 * Loads every profile's views, so that a switch has them with its first frame, and follows their changes. It listens
 * before it asks; what is told meanwhile is newer than the answer. What cannot be loaded is missing, not the page.
 */
export async function loadSavedViews(host: HostApi, { profiles }: ProfileList): Promise<SavedViewStore> {
  const views = new Map<string, readonly SavedView[]>();
  const listeners = new Set<() => void>();
  const emit = (): void => listeners.forEach((listener) => listener());
  host.onViews((changed) => {
    views.set(changed.profileId, changed.views);
    emit();
  });
  host.onProfiles((list) => {
    // The sample data's profile has the same id when it is made again, and begins without any view.
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
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
