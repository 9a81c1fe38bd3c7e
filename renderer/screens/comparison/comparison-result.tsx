import { Button, SegmentedControl, Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState, type ReactNode } from "react";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import { DIFFERENCE_KINDS } from "../../../shared/exports/difference-kinds.ts";
import { useProfileId } from "../../host/profile-context.tsx";
import { useNow } from "../../host/use-now.ts";
import type { ListHandle } from "../../ui/use-virtual-list.ts";
import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";
import { SearchBox } from "../../inventory/filters/search-box.tsx";
import { ExportAction } from "../../inventory/export/export-action.tsx";
import { openExportDialog } from "../../inventory/export/export-requests.ts";
import { compileSearch, type ComparisonSearch } from "./comparison-search.ts";
import { comparedWithWords, KIND_WORDS, noteWords, summaryWords } from "./comparison-words.ts";
import frame from "../../ui/list-screen.module.css";
import classes from "./comparison.module.css";
import { DifferenceList } from "./difference-list.tsx";
import { useDifferenceList } from "../../inventory/changes/use-comparison.ts";

type Done = Comparison & {
  readonly origin: NonNullable<Comparison["origin"]>;
  readonly outcome: NonNullable<Comparison["outcome"]>;
};

/** Stands for no column; no column is called so. */
const EVERY_COLUMN = "*";

/** What a comparison found: in one line, and row by row; filtered by kind, column and name. */
export function ComparisonResult({
  comparison: { id, file, origin, outcome },
  another,
}: {
  readonly comparison: Done;
  /** What chooses another file. */
  readonly another: ReactNode;
}) {
  const address = useSearch({ from: "/comparison" });
  const navigate = useNavigate();
  const profile = useProfileId();
  const now = useNow(60_000);
  const [search, setSearch] = useState<ComparisonSearch>(address);
  const wanted = useMemo(() => compileSearch(search), [search]);
  const list = useDifferenceList(id, wanted);
  const rows = useRef<ListHandle>(null);
  const filtered = Object.keys(wanted).length > 0;
  const { resource } = outcome;
  const all = outcome.added + outcome.gone + outcome.changed;

  const change = (next: ComparisonSearch): void => {
    setSearch(next);
    void navigate({ to: "/comparison", search: next, replace: true });
  };
  const { column: _column, ...withoutColumn } = search;
  const { kind: _kind, ...withoutKind } = search;

  return (
    <>
      <header className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.summary} data-testid="comparison-summary">
            {summaryWords(outcome, origin, now)}
          </h1>
          <p className="sd-dimmed">
            {file}. {comparedWithWords(outcome, origin)}
          </p>
          {noteWords(outcome, origin).map((note) => (
            <p key={note} className={classes.note}>
              {note}
            </p>
          ))}
        </div>
        {another}
      </header>
      <div className={classes.toolbar}>
        <SegmentedControl
          aria-label="Kind of difference"
          value={search.kind ?? "all"}
          onChange={(value) => {
            const kind = DIFFERENCE_KINDS.find((one) => one === value);
            const { find } = search;
            // Only rows that changed did so in a column.
            const others = kind === "changed" ? withoutKind : find === undefined ? {} : { find };
            change(kind ? { ...others, kind } : others);
          }}
          data={[
            { value: "all", label: `All ${formatCount(all)}` },
            ...DIFFERENCE_KINDS.map((kind) => ({
              value: kind,
              label: `${KIND_WORDS[kind]} ${formatCount(outcome[kind])}`,
            })),
          ]}
        />
        <SearchBox
          label="Search differences by name or id"
          value={search.find ?? ""}
          onLeave={() => rows.current?.focus()}
          onChange={(find) => {
            const { find: _find, ...others } = search;
            change(find === "" ? others : { ...others, find });
          }}
        />
        <Select
          aria-label="Changed column"
          className={classes.column}
          allowDeselect={false}
          disabled={outcome.columns.length === 0}
          value={search.column ?? EVERY_COLUMN}
          onChange={(column) =>
            change(
              column === null || column === EVERY_COLUMN
                ? withoutColumn
                : { ...withoutKind, kind: "changed", column },
            )
          }
          data={[
            { value: EVERY_COLUMN, label: "Every column" },
            ...outcome.columns.map(({ name, label, rows }) => ({
              value: name,
              label: `${columnsLabel(label, name)} (${formatCount(rows)})`,
            })),
          ]}
        />
        <div className={frame.end}>
          <span className={frame.count} data-testid="difference-count">
            {!list.pending
              && (filtered ? `${plural(list.total, "difference")} found` : plural(all, "difference"))}
          </span>
          <ExportAction
            onOpen={() =>
              openExportDialog({
                of: "changes",
                shown: { of: "comparison", id, filter: wanted },
                everything: { of: "comparison", id, filter: {} },
                filtered,
              })
            }
          />
        </div>
      </div>
      <DifferenceList
        ref={rows}
        id={id}
        list={list}
        message={<NothingFound all={all} pending={list.pending} onClear={() => change({})} />}
        onOpen={(difference) =>
          void navigate({ to: `/${resource}`, search: { record: String(difference.id), profile } })
        }
      />
    </>
  );
}

/** A joined name has the label of its reference; beside it, it is told apart. */
function columnsLabel(label: string, name: string): string {
  return name !== "name" && name.endsWith("Name") ? `${label}, by name` : label;
}

function NothingFound({
  all,
  pending,
  onClear,
}: {
  readonly all: number;
  readonly pending: boolean;
  readonly onClear: () => void;
}) {
  if (pending) return null;
  if (all === 0) {
    return (
      <>
        <h2>Nothing differs</h2>
        <p>Every row of the file is as it was, and none came to it.</p>
      </>
    );
  }
  return (
    <>
      <h2>No difference matches</h2>
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </>
  );
}
