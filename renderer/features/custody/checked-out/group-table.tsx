import { VisuallyHidden } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { ChipFilter } from "../../../../shared/query/field-filter.ts";
import { formatCount, formatFullDateTime } from "../../../base/format.ts";
import { useToday } from "../../../base/use-today.ts";
import { useServiceNow } from "../../../host/use-now.ts";
import { useExtensions } from "../../../table/extensions.ts";
import { ageBands, CHECKED_OUT, type AgeBand } from "../../../inventory/figures/ages.ts";
import { editNameLabel } from "../../../inventory/names/messages.ts";
import { useShowItems } from "../../../table/navigation/use-show-items.ts";
import { formatMoney } from "../../../inventory/units/money.ts";
import { useUnits } from "../../../inventory/units/unit-queries.ts";
import { IconButton, QuietButton } from "../../../ui/buttons.tsx";
import { DataTable, ExpandButton, type DataColumn } from "../../../ui/data-table.tsx";
import { PAGE_ROWS, Pager } from "../../../ui/pager.tsx";
import { daysOut } from "../messages.ts";
import type { Grouping } from "./checked-out-search.ts";
import { GroupItems, OLDEST_FIRST } from "./group-items.tsx";
import { averageSince, type Group } from "./groups.ts";
import { haveLengths, lengthOf } from "./lengths.ts";
import { COLUMNS, GROUPING_LABELS, agesText, SCREEN, GROUP } from "./messages.ts";
import { amountIn, commonCurrency, valuesText } from "./values.ts";
import { LONGEST_FIRST, nextSorting, sortGroups, type SortColumn } from "./sorting.ts";
import classes from "./checked-out.module.css";

interface GroupTableProps {
  readonly by: Exclude<Grouping, "item">;
  readonly groups: readonly Group[];
  /** The filter for items that are out longer than usual; null if no limit is known. */
  readonly late: ChipFilter | null;
}

const MINUTE = 60_000;

/** A sortable table of groups of checked-out items. Opening a group shows its items. */
export function GroupTable({ by, groups, late }: GroupTableProps) {
  const bands = ageBands(useToday());
  const labels = bands.map(({ label }) => label);
  const keys = bands.map(({ key }) => key);
  const units = useUnits();
  const [sorting, setSorting] = useState(LONGEST_FIRST);
  const [page, setPage] = useState(0);
  const cells = useGroupCells(late);
  const hasLengths = haveLengths(by, units);
  const currency = commonCurrency(groups);
  const sorted = sortGroups(groups, sorting, {
    length: ({ lengths }) => lengthOf(lengths, units).value,
    value: (group) => amountIn(group, currency),
  });
  const shownPage = Math.min(page, Math.max(0, Math.ceil(sorted.length / PAGE_ROWS) - 1));
  const column = (
    key: SortColumn,
    renderCell: DataColumn<Group>["renderCell"],
    more: Partial<DataColumn<Group>> = {},
  ): DataColumn<Group> => ({
    key,
    heading: key === "label" ? GROUPING_LABELS[by] : COLUMNS[key],
    isNumber: true,
    renderCell,
    sort: {
      direction: sorting.column === key ? sorting.direction : null,
      onSort: () => {
        setSorting((now) => nextSorting(now, key));
        setPage(0);
      },
    },
    ...more,
  });
  const columns: readonly (DataColumn<Group> | false)[] = [
    column(
      "label",
      (group, expander) => (
        <span className={classes.name}>
          <ExpandButton expander={expander} title={group.value ?? undefined}>
            <span className={`sd-cut ${group.isId ? "sd-mono" : ""}`}>{group.label}</span>
          </ExpandButton>
          {by === "holder" && group.value !== null && <NameButton group={group} id={group.value} />}
        </span>
      ),
      { isNumber: false, width: "22%" },
    ),
    by === "holder" && column("team", ({ team }) => team, { isNumber: false, title: ({ team }) => team }),
    column("items", cells.items),
    hasLengths && column("length", ({ lengths }) => lengthOf(lengths, units).text),
    currency !== null && column("value", (group) => <Values group={group} currency={currency} />),
    column("oldest", cells.oldest, {
      title: ({ oldest }) =>
        oldest === null ? undefined : formatFullDateTime(new Date(oldest).toISOString()),
    }),
    column("average", cells.average),
    late !== null && column("late", cells.late),
    { key: "ages", heading: COLUMNS.ages, renderCell: ({ ages }) => <AgeBar keys={keys} items={ages} /> },
  ];
  return (
    <>
      <AgesLegend labels={labels} />
      <DataTable
        label={SCREEN.table({ by })}
        columns={columns.filter((shown) => shown !== false)}
        rows={sorted.slice(shownPage * PAGE_ROWS, (shownPage + 1) * PAGE_ROWS)}
        keyOf={({ value }) => value ?? ""}
        renderExpanded={(group) => ({
          label: GROUP.items({ label: group.label }),
          content: <GroupItems by={by} group={group} bands={bands} />,
        })}
        isFixed
        className={classes.groups}
      />
      <Pager page={shownPage} total={sorted.length} onChange={setPage} />
      {!hasLengths && <p className="sd-note">{SCREEN.notAddable}</p>}
    </>
  );
}

/** The cells of a group that are the same for every grouping. */
function useGroupCells(late: ChipFilter | null) {
  const now = useServiceNow(MINUTE);
  const show = useShowItems();
  const since = (time: number | null): string => daysOut(time === null ? null : now - time);
  return {
    items: ({ label, items, filters }) => (
      <QuietButton
        aria-label={GROUP.open({ label, items })}
        onClick={() => show([CHECKED_OUT, ...filters], OLDEST_FIRST)}
      >
        {formatCount(items)}
      </QuietButton>
    ),
    oldest: ({ oldest }) => since(oldest),
    average: (group) => since(averageSince(group)),
    late: ({ label, late: items, filters }) =>
      items === 0 || late === null ? (
        <span className="sd-dimmed">0</span>
      ) : (
        <QuietButton
          aria-label={GROUP.openLate({ label, items })}
          onClick={() => show([CHECKED_OUT, ...filters, late], OLDEST_FIRST)}
        >
          {formatCount(items)}
        </QuietButton>
      ),
  } satisfies Record<string, (group: Group) => ReactNode>;
}

interface ValuesProps {
  readonly group: Group;
  /** The currency whose amount is shown, if the group has an amount in it. */
  readonly currency: string | null;
}

/** The value of a group in one currency. The tooltip has the values in other currencies. */
function Values({ group, currency }: ValuesProps) {
  const [first, ...others] = group.values.toSorted(
    (a, b) => Number(b.measuredIn === currency) - Number(a.measuredIn === currency),
  );
  if (!first || others.length === 0) return valuesText(group);
  return (
    <span title={valuesText(group)}>
      <span aria-hidden>
        {formatMoney(first.sum, first.measuredIn)}{" "}
        <span className="sd-dimmed">{GROUP.moreCurrencies({ currencies: others.length })}</span>
      </span>
      <VisuallyHidden component="span">{valuesText(group)}</VisuallyHidden>
    </span>
  );
}

function NameButton({ group: { label, isId }, id }: { readonly group: Group; readonly id: string }) {
  const [openName] = useExtensions("openName");
  return (
    <IconButton
      icon={IconPencil}
      iconSize={14}
      size="sm"
      label={isId ? GROUP.nameHolder({ id }) : GROUP.editHolder({ name: label })}
      title={editNameLabel(!isId)}
      onClick={() => openName?.(id)}
    />
  );
}

interface AgeBarProps {
  readonly keys: readonly AgeBand["key"][];
  /** The number of items in each age band, in the order of `keys`. */
  readonly items: readonly number[];
}

/** The ages of a group's check-outs as a stacked bar. The text of the bar gives the same numbers. */
function AgeBar({ keys, items }: AgeBarProps) {
  const text = agesText(keys.map((key, at) => [key, items[at] ?? 0] as const));
  return (
    <span className={classes.ages} role="img" aria-label={text} title={text}>
      {items.map(
        (count, band) =>
          // oxlint-disable-next-line react/no-array-index-key -- a band is its place
          count > 0 && (
            <span key={band} className={classes.age} data-band={band} style={{ flexGrow: count }} />
          ),
      )}
    </span>
  );
}

/** The legend of the age bars. */
function AgesLegend({ labels }: { readonly labels: readonly string[] }) {
  return (
    <ul className={`sd-list ${classes.legend}`}>
      {labels.map((label, band) => (
        <li key={label}>
          <span className={classes.age} data-band={band} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
