import { IconBell } from "@tabler/icons-react";
import { PopupItem } from "../../grid/popup-menu.tsx";
import type { CellEntriesProps, TableExtension } from "../../table/extensions.ts";
import { WATCH } from "./messages.ts";
import { watchLow, watchRecord, watchView } from "./rule-requests.ts";

function CellEntries({ section, resource, row }: CellEntriesProps) {
  if (section !== "row") return null;
  const id = String(row["id"]);
  return (
    <>
      <PopupItem icon={IconBell} label={WATCH.record} onClick={() => watchRecord(resource, id)} />
      {resource === "types" && <PopupItem icon={IconBell} label={WATCH.low} onClick={() => watchLow(id)} />}
    </>
  );
}

/** Offers rules for a record, a material type or a view next to it. */
export const ALERTS_EXTENSION: TableExtension = {
  CellEntries,
  recordCommands: (resource, id) => ({ watchRecord: () => watchRecord(resource, id) }),
  viewCommands: (viewId) => ({ watchView: () => watchView(viewId) }),
};
