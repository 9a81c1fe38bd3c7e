import { Button, Checkbox, Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ALL_VIEW } from "../../../shared/built-in-views.ts";
import { MAX_VERIFIED } from "../../../shared/contract.ts";
import type { ExportRequest } from "../../../shared/exports.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useLocalCopy } from "../../app/profile-context.tsx";
import { unwrap } from "../../app/unwrap.ts";
import { formatCount } from "../../format/format-number.ts";
import { plural } from "../../format/plural.ts";
import { countQuery } from "../../table/data/result-queries.ts";
import { FIRST_DAYS, FIRST_KEEP, openScheduleDialog } from "../schedules/schedule-asked.ts";
import type { ExportSource } from "./export-asked.ts";
import {
  chosenColumns,
  DIALECTS,
  firstChoice,
  readChoice,
  rememberChoice,
  type ExportChoice,
} from "./export-choice.ts";
import classes from "./export.module.css";
import { FormatFields } from "./format-fields.tsx";
import { PastExports } from "./past-exports.tsx";

type Scope = "selected" | "filtered" | "everything";

/** What is exported, and how: rows with their exact counts, columns, format. */
export function ExportForm({
  source,
  problem,
  onStart,
  onOpen,
  onClose,
}: {
  readonly source: ExportSource;
  /** Why the last attempt did not begin. */
  readonly problem: string | null;
  readonly onStart: (request: ExportRequest) => Promise<void>;
  readonly onOpen: (id: string, what: "file" | "folder") => Promise<void>;
  readonly onClose: () => void;
}) {
  const { host, profileId } = useLocalCopy();
  const { resource, shown, view } = source;
  const name = `export.${resource}`;
  const memory = useQuery({
    queryKey: ["export-choices", profileId, resource],
    queryFn: () => unwrap(host.loadUiState({ profileId, name })),
    gcTime: 0,
    staleTime: 0,
  });
  const [changes, setChanges] = useState<Partial<ExportChoice>>({});
  const choice = {
    ...(memory.data === undefined ? firstChoice() : readChoice(memory.data, view.id)),
    ...changes,
  };
  const [scope, setScope] = useState<Scope>(
    source.selected ? "selected" : source.filtered ? "filtered" : "everything",
  );
  const [busy, setBusy] = useState(false);

  const { search: _search, filter: _filter, ...everything } = shown;
  const queries: Readonly<Record<Scope, Query>> = {
    selected: source.selected ?? shown,
    filtered: shown,
    everything,
  };
  const counts: Readonly<Record<Scope, number | undefined>> = {
    selected: useCount(resource, queries.selected),
    filtered: useCount(resource, shown),
    everything: useCount(resource, everything),
  };
  const count = counts[scope];
  const many = (scope: Scope): string => (counts[scope] === undefined ? "…" : formatCount(counts[scope]));
  const shownColumns = source.columns.length;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    // Remembering is not worth an export.
    void host.saveUiState({ profileId, name, value: rememberChoice(memory.data ?? null, view.id, choice) });
    await onStart({
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
    setBusy(false);
  };
  const repeat = (): void => {
    onClose();
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
  const change = (part: Partial<ExportChoice>): void => setChanges((now) => ({ ...now, ...part }));

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <Radio.Group label="Rows" value={scope} onChange={setScope}>
        <div className={classes.choices}>
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
      <FormatFields
        format={choice.format}
        separators={choice.separators}
        onFormat={(format) => change({ format })}
        onSeparators={(separators) => change({ separators })}
      />
      <div className={classes.choices}>
        <Checkbox
          label={
            count !== undefined && count <= MAX_VERIFIED
              ? `Ask the service for ${count === 1 ? "the row" : `each of the ${formatCount(count)} rows`} first`
              : "Refresh first"
          }
          checked={choice.verifyFirst}
          onChange={(event) => change({ verifyFirst: event.currentTarget.checked })}
        />
        <Checkbox
          label="A manifest beside the file: where it comes from, and its SHA-256"
          checked={choice.manifest}
          onChange={(event) => change({ manifest: event.currentTarget.checked })}
        />
      </div>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          variant="subtle"
          className={classes.repeat}
          disabled={scope === "selected"}
          title={scope === "selected" ? "A selection cannot be repeated; the view’s rows can" : undefined}
          onClick={repeat}
        >
          Repeat…
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={count === undefined} data-autofocus>
          {count === undefined ? "Export" : `Export ${plural(count, "row")}`}
        </Button>
      </div>
      <PastExports onAgain={(request) => void onStart(request)} onOpen={(id) => void onOpen(id, "file")} />
    </form>
  );
}

/** How many rows a query has; undefined until they are counted. */
function useCount(resource: Resource, query: Query): number | undefined {
  return useQuery(countQuery(useLocalCopy(), resource, query)).data?.total;
}
