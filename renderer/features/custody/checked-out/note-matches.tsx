import { useQuery } from "@tanstack/react-query";
import { MAX_PAGE_ROWS } from "../../../../shared/query/query-calls.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { itemsWithNote, useOpenNotes } from "../note-queries.ts";
import { rowsByIdsQuery } from "../../../table/query/result-queries.ts";
import { ItemTable } from "./item-table.tsx";
import { NOTE_MATCHES } from "./messages.ts";
import classes from "./checked-out.module.css";

/** The items whose note matches the search; nothing if none does. */
export function NoteMatches({ search }: { readonly search: string }) {
  const ids = itemsWithNote(useOpenNotes(), search).slice(0, MAX_PAGE_ROWS);
  const { data } = useQuery({ ...rowsByIdsQuery(useConnectionApi(), "items", ids), enabled: ids.length > 0 });
  if (ids.length === 0 || !data) return null;
  return (
    <section className={classes.matches}>
      <h2>{NOTE_MATCHES}</h2>
      <ItemTable label={NOTE_MATCHES} by="item" rows={data.rows} />
    </section>
  );
}
