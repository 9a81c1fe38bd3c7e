import { Group, SegmentedControl } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { useLive, useConnectionApi } from "../../../host/host-context.ts";
import { useUsualLimits, type UsualLimits } from "../custody-queries.ts";
import { lateFilter } from "../../../../shared/features/custody/late-filter.ts";
import { GeneratedNote } from "../../../inventory/freshness/generated-note.tsx";
import { SearchBox } from "../../../table/filters/search-box.tsx";
import { EmptyMessage } from "../../../ui/empty-message.tsx";
import { AllItems } from "./all-items.tsx";
import { GROUPINGS, readCheckedOutSearch, searchOf, type Grouping } from "./checked-out-search.ts";
import { GroupTable } from "./group-table.tsx";
import { searchGroups } from "./groups.ts";
import { EMPTY, GROUP_COUNTS, GROUPING_LABELS, NO_MATCH, usualNote, SCREEN } from "./messages.ts";
import { Summary } from "./summary.tsx";
import { useCheckedOut, useOutTotals, type LateFilter } from "./use-checked-out.ts";
import classes from "./checked-out.module.css";
import { useQuery } from "@tanstack/react-query";
import { searchTerms } from "../../../../shared/base/text/fold.ts";
import { NOTE_COLUMN } from "../../../../shared/features/custody/note-column.ts";
import type { Query } from "../../../../shared/query/query.ts";
import { firstRowsQuery } from "../../../inventory/records/record-queries.ts";
import { ItemTable } from "./item-table.tsx";
import { QuietButton } from "../../../ui/buttons.tsx";
import { LimitsDialog } from "./limits-dialog.tsx";

const route = getRouteApi("/checked-out");

/** The screen of checked-out items: holders, groups and ages. */
export function CheckedOutScreen() {
  const navigate = route.useNavigate();
  // The router also passes parameters that `readCheckedOutSearch()` ignored.
  const { by = "holder" } = readCheckedOutSearch({ ...route.useSearch() });
  const [search, setSearch] = useState("");
  const usual = useUsualLimits();
  const late = useMemo(
    () => (usual.isSettled ? lateFilter(usual.limits) : undefined),
    [usual.isSettled, usual.limits],
  );
  const totals = useOutTotals(late);
  const items = useLive(({ status }) => status.totals.items);
  const list = useRef<HTMLDivElement>(null);
  const isEmpty = items === 0 || (totals.isReady && totals.items === 0);
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {SCREEN.title}
      </h1>
      {isEmpty ? (
        <EmptyMessage>
          <h2>{EMPTY.title}</h2>
          <p>{EMPTY.text}</p>
        </EmptyMessage>
      ) : (
        <>
          <Summary late={late} />
          <UsualNote usual={usual} />
          <GeneratedNote />
          <Group gap={12} wrap="wrap">
            <SegmentedControl
              size="xs"
              aria-label={SCREEN.groupBy}
              value={by}
              onChange={(wanted) => {
                setSearch("");
                void navigate({ search: searchOf(wanted), replace: true });
              }}
              data={GROUPINGS.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
            />
            <SearchBox
              label={SCREEN.search({ by })}
              value={search}
              onChange={setSearch}
              onLeave={() => list.current?.querySelector("button")?.focus()}
            />
          </Group>
          {/* The search for items finds their notes itself. */}
          {by !== "item" && <NoteMatches search={search} />}
          <div ref={list} className={classes.list}>
            {by === "item" ? (
              <AllItems search={search} />
            ) : (
              <Groups key={by} by={by} late={late} search={search} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface GroupsProps {
  readonly by: Exclude<Grouping, "item">;
  readonly late: LateFilter;
  readonly search: string;
}

function Groups({ by, late, search }: GroupsProps) {
  const { groups, more, error } = useCheckedOut(by, late);
  if (error) return <p role="alert">{error.message}</p>;
  if (!groups) return null;
  const found = searchGroups(groups, search);
  // The group "No holder" is not counted as a holder.
  const named = found.filter(({ value }) => value !== null).length;
  return (
    <>
      <p className="sd-note sd-num" role="status">
        {GROUP_COUNTS[by]({ count: named })}
      </p>
      {found.length === 0 ? (
        <EmptyMessage>
          <h2>{NO_MATCH.title}</h2>
          <p>{NO_MATCH.text}</p>
        </EmptyMessage>
      ) : (
        <GroupTable by={by} groups={found} late={late ?? null} />
      )}
      {more > 0 && <p className="sd-note">{SCREEN.notListed({ by, more })}</p>}
    </>
  );
}

/** The list of checked-out items whose note matches the search; empty if no note matches. */
function NoteMatches({ search }: { readonly search: string }) {
  const terms = searchTerms(search);
  const query: Query = {
    version: 1,
    filter: {
      all: [
        { field: "status", op: "is", value: "checked_out" },
        ...terms.map((value) => ({ field: NOTE_COLUMN.name, op: "contains" as const, value })),
      ],
    },
  };
  const { data } = useQuery({
    ...firstRowsQuery(useConnectionApi(), "items", query),
    enabled: terms.length > 0,
  });
  if (terms.length === 0 || !data || data.rows.length === 0) return null;
  return (
    <section className={classes.matches}>
      <h2>{SCREEN.noteMatches}</h2>
      <ItemTable label={SCREEN.noteMatches} by="item" rows={data.rows} />
    </section>
  );
}

/** Explains when items are now "longer than usual", with a button that changes the limits. */
function UsualNote({ usual }: { readonly usual: UsualLimits }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!usual.isReady) return null;
  return (
    <div className={classes.note}>
      <p className="sd-note">{usualNote(usual)}</p>
      <QuietButton onClick={() => setIsOpen(true)}>{SCREEN.editLimits}</QuietButton>
      {isOpen && <LimitsDialog usual={usual} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
