import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { exportColumn } from "../../../shared/shown-columns.ts";
import type { ColumnSpec } from "../../table/column-layout.ts";
import { countFilters, type ViewState } from "../../table/view-state.ts";
import { definitionOf } from "../../table/views/apply-view.ts";
import { useViews } from "../../table/views/use-views.ts";
import { onExportAsked, openExportDialog } from "./export-asked.ts";

/** The button of a table's toolbar that exports it; the command of the same name presses it. */
export function ExportButton({
  resource,
  state,
  shown,
  selected,
  columns,
}: {
  readonly resource: Resource;
  readonly state: ViewState;
  readonly shown: Query;
  readonly selected: Query | null;
  readonly columns: readonly ColumnSpec[];
}) {
  const { current, modified } = useViews(resource, state);
  const open = (): void =>
    openExportDialog({
      resource,
      shown,
      selected,
      filtered: countFilters(state) > 0,
      modified,
      columns: [...new Set(columns.map(({ id }) => exportColumn(resource, id)))],
      view: { id: current.id, name: current.name, definition: definitionOf(state, current.definition) },
    });
  const asked = useEffectEvent(open);
  useEffect(() => onExportAsked(() => asked()), []);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      title="Ctrl+E"
      onClick={open}
    >
      Export
    </Button>
  );
}
