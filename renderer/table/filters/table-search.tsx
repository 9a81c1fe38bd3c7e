import { memo, useSyncExternalStore } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useInventory } from "../inventory-context.ts";
import { useProfileId } from "../../host/host-context.ts";
import { RESOURCE_LABELS } from "../labels/labels.ts";
import { SearchBox } from "./search-box.tsx";
import type { UpdateView } from "../views/use-views.ts";

interface TableSearchProps {
  readonly resource: Resource;
  readonly update: UpdateView;
  readonly onLeave: () => void;
}

/** The search over a table. It echoes a key press at once, while the rest waits for the rows found. */
export const TableSearch = memo(function TableSearch({ resource, update, onLeave }: TableSearchProps) {
  const { views } = useInventory();
  const profileId = useProfileId();
  const search = useSyncExternalStore(views.subscribeAtOnce, () => views.get(profileId, resource).search);
  return (
    <SearchBox
      label={`Search ${RESOURCE_LABELS[resource].many}`}
      value={search}
      onChange={(text) => update((now) => ({ ...now, search: text }))}
      onLeave={onLeave}
    />
  );
});
