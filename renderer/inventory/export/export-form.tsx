import { Button, Checkbox, Radio } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ALL_VIEW } from "../../../shared/views/built-in-views.ts";
import { MAX_VERIFIED } from "../../../shared/contract/verification.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";
import { countQuery } from "../query/result-queries.ts";
import { openPrintPreview } from "../print/print-requests.ts";
import { printedColumns } from "../print/printed-columns.ts";
import { FIRST_DAYS, FIRST_KEEP, openScheduleDialog } from "../schedules/schedule-requests.ts";
import { ChangesForm } from "./changes-form.tsx";
import type { ExportSource, TableSource } from "./export-requests.ts";
import { chosenColumns, DIALECTS } from "./export-choice.ts";
import { ExportFrame, type ExportActions } from "./export-frame.tsx";
import classes from "./export.module.css";
import { FormatChoice } from "./format-choice.tsx";
import { useExportChoice } from "./use-export-choice.ts";

type Scope = "record" | "selected" | "filtered" | "everything";

/** What is exported, and how: rows with their exact counts, columns, format. */
export function ExportForm({ source, ...actions }: ExportActions & { readonly source: ExportSource }) {
  return source.of === "changes" ? (
    <ChangesForm source={source} actions={actions} />
  ) : (
    <RowsForm source={source} actions={actions} />
  );
}

function RowsForm({ source, actions }: { readonly source: TableSource; readonly actions: ExportActions }) {
  const { profileId } = useLocalCopy();
  const { resource, shown, view } = source;
  const { choice, change, remember } = useExportChoice(resource, view.id);
  const [scope, setScope] = useState<Scope>(
    source.record ? "record" : source.selected ? "selected" : source.filtered ? "filtered" : "everything",
  );

  const { search: _search, filter: _filter, ...everything } = shown;
  const queries: Readonly<Record<Scope, Query>> = {
    record: source.record?.query ?? shown,
    selected: source.selected ?? shown,
    filtered: shown,
    everything,
  };
  const counts: Readonly<Record<Scope, number | undefined>> = {
    record: useCount(resource, queries.record),
    selected: useCount(resource, queries.selected),
    filtered: useCount(resource, shown),
    everything: useCount(resource, everything),
  };
  const count = counts[scope];
  const many = (scope: Scope): string => (counts[scope] === undefined ? "…" : formatCount(counts[scope]));
  const shownColumns = source.columns.length;

  const submit = async (): Promise<void> => {
    remember();
    await actions.onStart({
      profileId,
      resource,
      query: queries[scope],
      view: { name: view.name, definition: view.definition },
      columns: [...chosenColumns(source, choice)],
      format: choice.format,
      dialect: DIALECTS[choice.separators],
      manifest: choice.manifest,
      verifyFirst: choice.verifyFirst,
    });
  };

  const print = (): void => {
    remember();
    actions.onClose();
    openPrintPreview({
      resource,
      query: queries[scope],
      columns: printedColumns(resource, chosenColumns(source, choice)),
      title: view.name,
    });
  };
  const repeatable = scope === "filtered" || scope === "everything";
  const repeat = (): void => {
    actions.onClose();
    // Everything is a view as well: the one without a filter.
    const asView = scope === "filtered" || !source.filtered;
    openScheduleDialog({
      schedule: null,
      plan: {
        resource,
        viewId: asView ? view.id : ALL_VIEW.id,
        columns: [...chosenColumns(source, choice)],
        format: choice.format,
        dialect: DIALECTS[choice.separators],
        manifest: choice.manifest,
        refreshFirst: choice.verifyFirst,
        timing: { ...FIRST_DAYS, days: [...FIRST_DAYS.days] },
        keep: FIRST_KEEP,
      },
      unsaved: asView && source.modified,
    });
  };

  return (
    <ExportFrame
      actions={actions}
      size={count === undefined ? null : plural(count, "row")}
      onSubmit={submit}
      more={
        <>
          <Button variant="subtle" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
            Print or PDF…
          </Button>
          <Button
            variant="subtle"
            className={classes.repeat}
            disabled={!repeatable}
            title={repeatable ? undefined : "A selection cannot be repeated; the view’s rows can"}
            onClick={repeat}
          >
            Repeat…
          </Button>
        </>
      }
    >
      <Radio.Group label="Rows" value={scope} onChange={setScope}>
        <div className={classes.choices}>
          {source.record && <Radio value="record" label={`Only ${source.record.name}`} />}
          {source.selected && (
            <Radio
              value="selected"
              label={`Selected ${many("selected")} ${counts.selected === 1 ? "row" : "rows"}`}
            />
          )}
          {source.filtered && <Radio value="filtered" label={`All ${many("filtered")} filtered rows`} />}
          <Radio value="everything" label={`Everything ${many("everything")}`} />
        </div>
      </Radio.Group>
      <Radio.Group label="Columns" value={choice.columns} onChange={(columns) => change({ columns })}>
        <div className={classes.choices}>
          <Radio value="shown" label={`As shown, in that order (${plural(shownColumns, "column")})`} />
          <Radio value="all" label="All fields" />
          <Radio value="named" label="All fields, with names beside ids" />
        </div>
      </Radio.Group>
      <FormatChoice choice={choice} change={change}>
        <Checkbox
          label={
            count !== undefined && count <= MAX_VERIFIED
              ? `Ask the service for ${count === 1 ? "the row" : `each of the ${formatCount(count)} rows`} first`
              : "Refresh first"
          }
          checked={choice.verifyFirst}
          onChange={(event) => change({ verifyFirst: event.currentTarget.checked })}
        />
      </FormatChoice>
    </ExportFrame>
  );
}

/** How many rows a query has; undefined until they are counted. */
function useCount(resource: Resource, query: Query): number | undefined {
  return useQuery(countQuery(useLocalCopy(), resource, query)).data?.total;
}
