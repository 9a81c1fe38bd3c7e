import { memo, useCallback, useSyncExternalStore } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useInventory } from "../inventory-context.tsx";
import { useProfileId } from "../../host/profile-context.tsx";
import { RESOURCE_LABELS } from "../labels/resource-labels.ts";
import { SearchBox } from "./search-box.tsx";
import type { UpdateView } from "../views/use-view.ts";

/** The search over a table. It echoes a key press at once, while the rest waits for the rows found. */
export const TableSearch = memo(function TableSearch({
  resource,
  update,
  onLeave,
}: {
  readonly resource: Resource;
  readonly update: UpdateView;
  readonly onLeave: () => void;
}) {
  const { views } = useInventory();
  const profileId = useProfileId();
  const search = useSyncExternalStore(views.subscribeAtOnce, () => views.get(profileId, resource).search);
  const setSearch = useCallback((text: string) => update((now) => ({ ...now, search: text })), [update]);
  return (
    <SearchBox
      label={`Search ${RESOURCE_LABELS[resource].many}`}
      value={search}
      onChange={setSearch}
      onLeave={onLeave}
    />
  );
});
