import { Table } from "@mantine/core";
import { IconHistory, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { formatCount } from "../../base/format.ts";
import { CustodyDialog } from "../custody/custody-dialog.tsx";
import { historyLabel } from "../custody/messages.ts";
import { cutAt, editNameOf, NAMES_SCREEN, PART_LABELS, showItemsOf } from "./messages.ts";
import { nameDialog } from "./table-extension.ts";
import { useShowItems, valueFilter } from "../../table/navigation/use-show-items.ts";
import { IconButton, QuietButton } from "../../ui/buttons.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import type { Holder } from "./holders.ts";
import classes from "./names-screen.module.css";

/** Holders that are listed; the search finds the others. */
const LISTED_HOLDERS = 200;

/** Holders, one a row. @param filtered whether some may be left out. */
export function HolderTable({
  holders,
  filtered,
}: {
  readonly holders: readonly Holder[];
  readonly filtered: boolean;
}) {
  const { empty, noMatch } = NAMES_SCREEN;
  if (holders.length === 0) {
    const { title, text } = filtered ? noMatch : empty;
    return (
      <EmptyMessage>
        <h2>{title}</h2>
        <p>{text}</p>
      </EmptyMessage>
    );
  }
  return (
    <>
      <Table aria-label={NAMES_SCREEN.list} className={classes.table} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{PART_LABELS.name}</Table.Th>
            <Table.Th scope="col">{PART_LABELS.id}</Table.Th>
            <Table.Th scope="col">{PART_LABELS.team}</Table.Th>
            <Table.Th scope="col">{PART_LABELS.note}</Table.Th>
            <Table.Th scope="col" className={classes.count}>
              {NAMES_SCREEN.items}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {holders.slice(0, LISTED_HOLDERS).map((holder) => (
            <HolderRow key={holder.id} holder={holder} />
          ))}
        </Table.Tbody>
      </Table>
      {holders.length > LISTED_HOLDERS && <p className="sd-note">{cutAt(LISTED_HOLDERS, holders.length)}</p>}
    </>
  );
}

function HolderRow({ holder: { id, name, team, note, items } }: { readonly holder: Holder }) {
  const show = useShowItems();
  const [isOpen, setIsOpen] = useState(false);
  const label = name === "" ? id : name;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name}>
        <span className={classes.named}>
          <span className={`sd-cut ${name === "" ? "sd-dimmed" : ""}`}>{name === "" ? "–" : name}</span>
          <IconButton
            icon={IconPencil}
            iconSize={14}
            size="sm"
            label={editNameOf(label)}
            onClick={() => nameDialog.open(id)}
          />
          <IconButton
            icon={IconHistory}
            iconSize={14}
            size="sm"
            label={historyLabel(label)}
            onClick={() => setIsOpen(true)}
          />
          {isOpen && (
            <CustodyDialog subject={{ kind: "holder", id, label }} onClose={() => setIsOpen(false)} />
          )}
        </span>
      </Table.Th>
      <Table.Td className="sd-mono sd-cut" title={id}>
        {id}
      </Table.Td>
      <Table.Td className="sd-cut" title={team}>
        {team}
      </Table.Td>
      <Table.Td className="sd-cut" title={note}>
        {note}
      </Table.Td>
      <Table.Td className={classes.count}>
        {items === 0 ? (
          <span className="sd-dimmed">0</span>
        ) : (
          <QuietButton
            aria-label={showItemsOf(label, items)}
            onClick={() => show([valueFilter("checkedOutToUserId", id)])}
          >
            {formatCount(items)}
          </QuietButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
