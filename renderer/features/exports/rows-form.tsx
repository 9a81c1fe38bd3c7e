import { Button, Checkbox, Radio } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ALL_VIEW } from "../../../shared/query/views/built-in-views.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { countQuery } from "../../inventory/records/record-queries.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { printedColumns, printedGroups } from "../../table/print/printed-table.ts";
import { printPreview } from "../../table/print/open-preview.ts";
import { FIRST_KEEP, scheduleDialog } from "../schedules/public.ts";
import { FIRST_DAYS } from "../../delivery/planned/timing-draft.ts";
import type { TableSource } from "../../inventory/exports/export-requests.ts";
import { chosenColumns, DIALECTS, type ExportChoice } from "../../delivery/files/export-choice.ts";
import { ExportFrame, useExportChoice, type ExportActions } from "./export-frame.tsx";
import { FormatChoice } from "../../delivery/files/format-fields.tsx";
import { scopeLabel, verifyFirstLabel, EXPORT_DIALOG, rowCount } from "./messages.ts";

type Scope = "record" | "selected" | "filtered" | "everything";

/** The form for an export of rows. It shows the exact number of rows in each scope. */
export function RowsForm({ source, actions }: Readonly<{ source: TableSource; actions: ExportActions }>) {
  const { connectionId } = useConnectionApi();
  const { resource, view } = source;
  const { choice, change, remember } = useExportChoice(resource, view.id);
  const [scope, setScope] = useState<Scope>(() => firstScope(source));
  const queries = queriesOf(source);
  const counts = useCounts(resource, queries);
  const count = counts[scope];
  const units = useUnits();
  const columns = [...chosenColumns(source, choice)];
  const query = queries[scope];
  const submit = async (): Promise<void> => {
    remember();
    await actions.onStart({
      connectionId,
      resource,
      query,
      view: { name: view.name, definition: view.definition },
      columns,
      format: choice.format,
      dialect: DIALECTS[choice.separators],
      manifest: choice.manifest,
      verifyFirst: choice.verifyFirst,
    });
  };
  const print = (): void => {
    remember();
    actions.onClose();
    printPreview.open({
      resource,
      query,
      groups: scope === "record" ? null : printedGroups(source, query),
      columns: printedColumns(resource, columns, units),
      title: view.name,
    });
  };
  const repeat = (): void => {
    actions.onClose();
    openRepeatDialog(source, choice, scope);
  };
  // An export of a past day cannot be scheduled or verified, because both would use current rows.
  const isPast = source.shown.asOf !== undefined;
  const isRepeatable = !isPast && (scope === "filtered" || scope === "everything");

  return (
    <ExportFrame
      actions={actions}
      size={rowCount(count)}
      onSubmit={submit}
      more={
        <>
          <Button variant="subtle" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
            {EXPORT_DIALOG.print}
          </Button>
          <Button
            variant="subtle"
            me="auto"
            disabled={!isRepeatable}
            title={isRepeatable ? undefined : EXPORT_DIALOG.notRepeatable}
            onClick={repeat}
          >
            {EXPORT_DIALOG.repeat}
          </Button>
        </>
      }
    >
      <ScopeChoice source={source} counts={counts} scope={scope} onChange={setScope} />
      <ColumnsChoice count={source.columns.length} chosen={choice.columns} onChange={change} />
      <FormatChoice choice={choice} change={change}>
        {!isPast && (
          <Checkbox
            label={verifyFirstLabel(count)}
            checked={choice.verifyFirst}
            onChange={(event) => change({ verifyFirst: event.currentTarget.checked })}
          />
        )}
      </FormatChoice>
    </ExportFrame>
  );
}

interface ColumnsChoiceProps {
  /** The number of the shown columns. */
  readonly count: number;
  readonly chosen: ExportChoice["columns"];
  readonly onChange: (part: Pick<ExportChoice, "columns">) => void;
}

function ColumnsChoice({ count, chosen, onChange }: ColumnsChoiceProps) {
  return (
    <Radio.Group label={EXPORT_DIALOG.columns} value={chosen} onChange={(columns) => onChange({ columns })}>
      <div className="sd-choices">
        <Radio value="shown" label={EXPORT_DIALOG.shownColumns({ count })} />
        <Radio value="all" label={EXPORT_DIALOG.allFields} />
        <Radio value="named" label={EXPORT_DIALOG.withNames} />
      </div>
    </Radio.Group>
  );
}

interface ScopeChoiceProps {
  readonly source: TableSource;
  readonly counts: Readonly<Record<Scope, number | undefined>>;
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

function ScopeChoice({ source, counts, scope, onChange }: ScopeChoiceProps) {
  return (
    <Radio.Group label={EXPORT_DIALOG.rows} value={scope} onChange={onChange}>
      <div className="sd-choices">
        {source.record && (
          <Radio value="record" label={EXPORT_DIALOG.onlyRecord({ name: source.record.name })} />
        )}
        {source.selected && <Radio value="selected" label={scopeLabel("selected", counts.selected)} />}
        {source.filtered && <Radio value="filtered" label={scopeLabel("filtered", counts.filtered)} />}
        <Radio value="everything" label={scopeLabel("everything", counts.everything)} />
      </div>
    </Radio.Group>
  );
}

function firstScope({ record, selected, filtered }: TableSource): Scope {
  if (record) return "record";
  if (selected) return "selected";
  return filtered ? "filtered" : "everything";
}

/** The query of each scope. A scope that is not available has the query of the shown rows. */
function queriesOf({ record, selected, shown }: TableSource): Readonly<Record<Scope, Query>> {
  const { search: _search, filter: _filter, ...everything } = shown;
  return { record: record?.query ?? shown, selected: selected ?? shown, filtered: shown, everything };
}

function useCounts(
  resource: Resource,
  queries: Readonly<Record<Scope, Query>>,
): Readonly<Record<Scope, number | undefined>> {
  return {
    record: useCount(resource, queries.record),
    selected: useCount(resource, queries.selected),
    filtered: useCount(resource, queries.filtered),
    everything: useCount(resource, queries.everything),
  };
}

function useCount(resource: Resource, query: Query): number | undefined {
  return useQuery(countQuery(useConnectionApi(), resource, query)).data?.total;
}

function openRepeatDialog(source: TableSource, choice: ExportChoice, scope: Scope): void {
  const { resource, view } = source;
  // Without filters, the scope "everything" has the same rows as the view.
  const isView = scope === "filtered" || !source.filtered;
  scheduleDialog.open({
    schedule: null,
    plan: {
      resource,
      viewId: isView ? view.id : ALL_VIEW.id,
      columns: [...chosenColumns(source, choice)],
      format: choice.format,
      dialect: DIALECTS[choice.separators],
      manifest: choice.manifest,
      refreshFirst: choice.verifyFirst,
      timing: { ...FIRST_DAYS, days: [...FIRST_DAYS.days] },
      keep: FIRST_KEEP,
      mail: null,
    },
    unsaved: isView && source.modified,
  });
}
