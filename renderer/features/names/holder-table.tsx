import { blankEntry, type NameEntry } from "../../../shared/features/names/names.ts";
import { fold, searchTerms } from "../../../shared/base/text/fold.ts";
import { compareNatural } from "../../../shared/base/text/natural-order.ts";
import type { Names } from "../../inventory/names/name-queries.ts";
import { IconHistory, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { formatCount } from "../../base/format.ts";
import { CustodyDialog, HISTORY } from "../custody/public.ts";
import { PART_LABELS, NO_HOLDERS, HOLDERS, NO_MATCH } from "./messages.ts";
import { nameDialog } from "./table-extension.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { IconButton, QuietButton } from "../../ui/buttons.tsx";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import classes from "./names-screen.module.css";

/** A holder: the entry in the name book, and the number of items that the holder has now. */
interface Holder extends NameEntry {
  readonly items: number;
}

/** The id of a holder, with the number of the holder's items. */
type IdCount = Readonly<{ value: string; count: number }>;

/** Lists all ids that hold items or are in the name book. Ids with a name come first, ordered by name. */
export function listHolders(counts: readonly IdCount[], names: Names): readonly Holder[] {
  const byId = new Map(counts.map(({ value, count }) => [value, count]));
  const ids = new Set([...byId.keys(), ...names.keys()]);
  const holders = [...ids].map((id) => ({
    ...(names.get(id) ?? blankEntry(id)),
    items: byId.get(id) ?? 0,
  }));
  return holders.toSorted(
    (a, b) =>
      Number(a.name === "") - Number(b.name === "")
      || compareNatural(a.name, b.name)
      || compareNatural(a.id, b.id)
      || (a.id < b.id ? -1 : 1),
  );
}

/** Finds the holders whose texts contain each term of a search. */
export function searchHolders(
  holders: readonly Holder[],
  search: string,
  unnamedOnly: boolean,
): readonly Holder[] {
  const terms = searchTerms(search).map(fold);
  return holders.filter(({ id, name, team, note }) => {
    if (unnamedOnly && name !== "") return false;
    const text = fold([id, name, team, note].join("\n"));
    return terms.every((term) => text.includes(term));
  });
}

/** The most holders that are listed. The search finds further holders. */
const LISTED_HOLDERS = 200;

const COLUMNS: readonly DataColumn<Holder>[] = [
  { key: "name", heading: PART_LABELS.name, renderCell: (holder) => <HolderName holder={holder} /> },
  {
    key: "id",
    heading: PART_LABELS.id,
    className: "sd-mono",
    title: ({ id }) => id,
    renderCell: ({ id }) => id,
  },
  { key: "team", heading: PART_LABELS.team, title: ({ team }) => team, renderCell: ({ team }) => team },
  { key: "note", heading: PART_LABELS.note, title: ({ note }) => note, renderCell: ({ note }) => note },
  {
    key: "items",
    heading: HOLDERS.items,
    isNumber: true,
    width: 96,
    renderCell: (holder) => <HeldItems holder={holder} />,
  },
];

/** The table of holders. @param filtered whether a search leaves out some holders. */
export function HolderTable({
  holders,
  filtered,
}: {
  readonly holders: readonly Holder[];
  readonly filtered: boolean;
}) {
  if (holders.length === 0) {
    const { title, text } = filtered ? NO_MATCH : NO_HOLDERS;
    return (
      <EmptyMessage>
        <h2>{title}</h2>
        <p>{text}</p>
      </EmptyMessage>
    );
  }
  return (
    <>
      <DataTable
        label={HOLDERS.list}
        columns={COLUMNS}
        rows={holders.slice(0, LISTED_HOLDERS)}
        keyOf={({ id }) => id}
        isFixed
        className={classes.table}
      />
      {holders.length > LISTED_HOLDERS && (
        <p className="sd-note">{HOLDERS.cut({ shown: LISTED_HOLDERS, all: holders.length })}</p>
      )}
    </>
  );
}

function HolderName({ holder: { id, name } }: { readonly holder: Holder }) {
  const [isOpen, setIsOpen] = useState(false);
  const label = name === "" ? id : name;
  return (
    <span className={classes.named}>
      <span className={`sd-cut ${name === "" ? "sd-dimmed" : ""}`}>{name === "" ? "–" : name}</span>
      <IconButton
        icon={IconPencil}
        iconSize={14}
        size="sm"
        label={HOLDERS.edit({ holder: label })}
        onClick={() => nameDialog.open(id)}
      />
      <IconButton
        icon={IconHistory}
        iconSize={14}
        size="sm"
        label={HISTORY.label({ label })}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <CustodyDialog subject={{ kind: "holder", id, label }} onClose={() => setIsOpen(false)} />}
    </span>
  );
}

function HeldItems({ holder: { id, name, items } }: { readonly holder: Holder }) {
  const show = useShowItems();
  if (items === 0) return <span className="sd-dimmed">0</span>;
  return (
    <QuietButton
      aria-label={HOLDERS.showItems({ items, holder: name === "" ? id : name })}
      onClick={() => show([valueFilter("checkedOutToUserId", id)])}
    >
      {formatCount(items)}
    </QuietButton>
  );
}
