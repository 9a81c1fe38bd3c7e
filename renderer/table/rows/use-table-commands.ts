import { MAX_VERIFIED } from "../../../shared/inventory/record-limits.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { usePastDay } from "../../host/past-day.ts";
import { useContextualCommands, type ContextualCommands } from "../../commands/contextual-commands.ts";
import {
  COPY_FORMATS,
  NotCopied,
  readLines,
  type CopyFormatName,
  type CopyFormat,
} from "../selection/copy-formats.ts";
import { selectedQuery } from "../selection/use-selection.ts";
import { useVerify, type Verify } from "../selection/use-verify.ts";
import { clearFilters, countFilters } from "../views/view-state.ts";
import type { TableModel } from "./table-model.ts";
import { valueOrNotice } from "../../ui/notify.tsx";
import { notifications } from "@mantine/notifications";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useCopy } from "../../ui/use-copy.ts";
import type { ColumnSpec } from "../columns/column-layout.ts";
import { ROWS } from "./messages.ts";

interface SelectionActions {
  readonly copy: (format: CopyFormatName) => void;
  readonly verify: () => void;
  readonly verification: Verify;
}

/** The actions on the selected rows. */
export function useSelectionActions({ resource, result, columns, selection }: TableModel): SelectionActions {
  const { host, connectionId } = useConnectionApi();
  const verification = useVerify(resource);
  const copyRows = useCopyRows(resource, columns);
  const verify = async (): Promise<void> => {
    const { selection: selected } = selection;
    if (selected.kind === "ids") return verification.start([...selected.ids]);
    const query = selectedQuery(selected, result.shown);
    const window = { offset: 0, limit: MAX_VERIFIED };
    const answer = await valueOrNotice(host.queryPage({ connectionId, resource, query, ...window }));
    if (answer) verification.start(answer.rows.flatMap(({ id }) => (typeof id === "string" ? [id] : [])));
  };
  return {
    copy: (format) => copyRows(selectedQuery(selection.selection, result.shown), format),
    verify: () => void verify(),
    verification,
  };
}

/**
 * Provides the table's actions as commands of the palette and the menu. @param more further commands from the table's
 * parts.
 */
export function useTableCommands(
  { view, update, result, selection }: TableModel,
  { copy, verify, verification }: SelectionActions,
  more: ContextualCommands,
): void {
  const isPast = usePastDay() !== null;
  const canVerify =
    !isPast && selection.count > 0 && selection.count <= MAX_VERIFIED && !verification.verification?.running;
  const ofSelected = (act: () => void): (() => void) | null => (selection.count > 0 ? act : null);
  useContextualCommands({
    clearFilters: countFilters(view) > 0 || view.chips.length > 0 ? () => update(clearFilters) : null,
    ...more,
    selectAll: result.total > 0 && selection.extent !== "all" ? selection.all : null,
    clearSelection: ofSelected(selection.clear),
    copyTabs: ofSelected(() => copy("tabs")),
    copyTabsWithHeader: ofSelected(() => copy("tabsWithHeader")),
    copyTable: ofSelected(() => copy("table")),
    copyMarkdown: ofSelected(() => copy("markdown")),
    copyJson: ofSelected(() => copy("json")),
    copyIds: ofSelected(() => copy("ids")),
    verifySelected: canVerify ? verify : null,
  });
}

/** Returns a function that copies these columns of a query's rows, all at one revision. */
function useCopyRows(
  resource: Resource,
  columns: readonly ColumnSpec[],
): (selected: Query, format: CopyFormatName) => void {
  const api = useConnectionApi();
  const copyText = useCopy();
  return (selected, name) => {
    const read = async (): Promise<void> => {
      const format: CopyFormat = COPY_FORMATS[name];
      const lines = await readLines(api, resource, columns, selected, format);
      copyText(
        format.text(columns, lines),
        ROWS.copied({ rows: lines.length }),
        format.html?.(columns, lines),
      );
    };
    read().catch((thrown: unknown) =>
      notifications.show({
        message: thrown instanceof NotCopied ? thrown.message : (errorOf(thrown)?.message ?? ""),
        color: "orange",
      }),
    );
  };
}
