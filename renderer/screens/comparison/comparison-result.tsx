import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState, type ReactNode } from "react";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import { useProfileId } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import type { ListHandle } from "../../ui/use-virtual-list.ts";
import { ExportAction } from "../../inventory/export/export-button.tsx";
import { exportDialogs } from "../../inventory/export/export-requests.ts";
import { compileSearch, type ComparisonSearch } from "./comparison-search.ts";
import { ComparisonFilters } from "./comparison-filters.tsx";
import {
  comparedWithSentence,
  differenceCount,
  NO_MATCH,
  noteSentences,
  NOTHING_DIFFERS,
  summarySentence,
} from "./messages.ts";
import frame from "../../ui/list-screen.module.css";
import classes from "./comparison.module.css";
import changes from "../../inventory/changes/changes.module.css";
import { DifferenceList } from "./difference-list.tsx";
import { useDifferenceList } from "../../inventory/changes/use-comparison.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { Group } from "@mantine/core";

type Done = Comparison & {
  readonly origin: NonNullable<Comparison["origin"]>;
  readonly outcome: NonNullable<Comparison["outcome"]>;
};

/** What a comparison found: a summary, and row by row, filtered by kind, column and name. */
export function ComparisonResult({
  comparison: { id, file, origin, outcome },
  another,
}: {
  readonly comparison: Done;
  readonly another: ReactNode;
}) {
  const address = useSearch({ from: "/comparison" });
  const navigate = useNavigate();
  const profile = useProfileId();
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

  return (
    <>
      <Summary file={file} origin={origin} outcome={outcome} another={another} />
      <div className={changes.toolbar} style={{ paddingTop: 6 }}>
        <ComparisonFilters
          outcome={outcome}
          search={search}
          onChange={change}
          onLeave={() => rows.current?.focus()}
        />
        <Group gap={12} wrap="nowrap" ml="auto">
          <span className={frame.count} data-testid="difference-count">
            {!list.pending && differenceCount(filtered ? list.total : all, filtered)}
          </span>
          <ExportAction
            onOpen={() =>
              exportDialogs.emit({
                of: "changes",
                shown: { of: "comparison", id, filter: wanted },
                everything: { of: "comparison", id, filter: {} },
                filtered,
              })
            }
          />
        </Group>
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

function Summary({
  file,
  origin,
  outcome,
  another,
}: Pick<Done, "file" | "origin" | "outcome"> & { readonly another: ReactNode }) {
  const now = useNow(60_000);
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.summary} data-testid="comparison-summary">
          {summarySentence(outcome, origin, now)}
        </h1>
        <p className="sd-dimmed">
          {file}. {comparedWithSentence(outcome, origin)}
        </p>
        {noteSentences(outcome, origin).map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </div>
      {another}
    </header>
  );
}

interface NothingFoundProps {
  readonly all: number;
  readonly pending: boolean;
  readonly onClear: () => void;
}

function NothingFound({ all, pending, onClear }: NothingFoundProps) {
  if (pending) return null;
  if (all === 0) {
    return (
      <>
        <h2>{NOTHING_DIFFERS.title}</h2>
        <p>{NOTHING_DIFFERS.text}</p>
      </>
    );
  }
  return (
    <>
      <h2>{NO_MATCH}</h2>
      <PlainButton onClick={onClear}>Clear filters</PlainButton>
    </>
  );
}
