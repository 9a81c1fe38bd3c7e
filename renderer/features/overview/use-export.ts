import { notifications } from "@mantine/notifications";
import { useHost, useLive } from "../../host/host-context.ts";
import { valueOrNotice } from "../../ui/notify.tsx";
import { tablesOf, type CardTables } from "./card-tables.ts";
import { saved, TITLE } from "./messages.ts";

/** Writes the cards on screen into a workbook, a sheet a table. @param titleOf the title of a card, in their order. */
export function useExport(): (
  tables: CardTables,
  cards: readonly (readonly [id: string, title: string])[],
) => Promise<void> {
  const host = useHost();
  const connection = useLive((live) => live.connection?.name ?? "");
  return async (tables, cards) => {
    const sheets = cards.flatMap(([id, name]) =>
      tablesOf(tables, id).map(({ title = name, columns, rows }) => ({
        name: title,
        columns: [...columns],
        rows: rows.map((row) => [...row]),
      })),
    );
    const written = await valueOrNotice(
      host.saveWorkbook({ name: `${TITLE} ${connection}`.trim().slice(0, 200), sheets }),
    );
    if (written?.file) notifications.show({ message: saved(written.file) });
  };
}
