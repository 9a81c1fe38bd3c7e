import { IconBell } from "@tabler/icons-react";
import { PopupItem } from "../../grid/popup-menu.tsx";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import type { CellEntriesProps, TableExtension } from "../../table/extensions.ts";
import { defineDialog } from "../../ui/dialog.tsx";
import { WATCH } from "./messages.ts";

/** The dialog that makes or edits a rule. */
export const ruleDialog = defineDialog(lazyPart(() => import("./rule-dialog.tsx"), "RuleDialog"));

const watchRecord = (resource: Resource, id: string): void =>
  ruleDialog.open({ rule: null, watch: { kind: "record", record: { resource, id } } });

function CellEntries({ section, resource, row }: CellEntriesProps) {
  if (section !== "row") return null;
  const id = String(row["id"]);
  return (
    <>
      <PopupItem icon={IconBell} label={WATCH.record} onClick={() => watchRecord(resource, id)} />
      {resource === "types" && (
        <PopupItem
          icon={IconBell}
          label={WATCH.low}
          onClick={() => ruleDialog.open({ rule: null, watch: { kind: "low", typeId: id } })}
        />
      )}
    </>
  );
}

/** Adds commands and menu entries that make rules. A rule watches a record, a material type or a view. */
export const ALERTS_EXTENSION: TableExtension = {
  CellEntries,
  recordCommands: (resource, id) => ({ watchRecord: () => watchRecord(resource, id) }),
  viewCommands: (viewId) => ({
    watchView: () => ruleDialog.open({ rule: null, watch: { kind: "view", viewId } }),
  }),
  viewParts: {
    attach: async (...of) => (await import("./view-rules.tsx")).attachRules(...of),
    add: async (...of) => (await import("./view-rules.tsx")).addRules(...of),
    Choice: lazyPart(() => import("./view-rules.tsx"), "RulesChoice"),
  },
};
