import type { HostApi } from "../../../shared/contract/contract.ts";
import type { ProfileList } from "../../../shared/inventory/profiles.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { tableStateName } from "../../../shared/features/windows/window-names.ts";

/** The saved state of a profile's table; null if there is none or it could not be loaded. */
export interface TableState {
  readonly profileId: string;
  readonly resource: Resource;
  readonly text: string | null;
}

/** Loads what was remembered of every profile's tables. @param number of the window that the page is in. */
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
