import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatDay } from "../../../base/format.ts";
import { useLive, useConnectionApi } from "../../../host/host-context.ts";
import { useServiceNow } from "../../../host/use-now.ts";
import { nameIn, useNames } from "../../../inventory/names/name-queries.ts";
import { printRequests } from "../../../inventory/paper/print-requests.ts";
import { useLightPrint } from "../../../inventory/paper/use-light-print.ts";
import { useUnits } from "../../../inventory/units/unit-queries.ts";
import { EmptyMessage } from "../../../ui/empty-message.tsx";
import { SHEET, sheetTitle } from "./messages.ts";
import { SheetActions } from "./sheet-actions.tsx";
import { sheetFilter, sheetQuery } from "./sheet-items.ts";
import { readSheetSearch } from "./sheet-search.ts";
import { sheetValueText } from "./values.ts";
import { SheetTable } from "./sheet-table.tsx";
import classes from "./sheet.module.css";

const route = getRouteApi("/checked-out/sheet");
const MINUTE = 60_000;
const NOBODY = { kind: "presence", field: "id", empty: true } as const;

/** A sheet to print with the items of a holder or team. Users print it when items are handed over or returned. */
export function SheetScreen() {
  const search = readSheetSearch({ ...route.useSearch() });
  const { holder, team, leaving = false } = search;
  const api = useConnectionApi();
  const names = useNames();
  const units = useUnits();
  const now = useServiceNow(MINUTE);
  const connection = useLive((live) => live.connection?.name ?? "");
  const { data, error } = useQuery(sheetQuery(api, sheetFilter(search, names) ?? NOBODY));
  const who = holder === undefined ? (team ?? "") : (nameIn(names, holder) ?? holder);
  const title = sheetTitle(leaving, who);
  useEffect(() => printRequests.subscribe(() => window.print()), []);
  useLightPrint();
  const facts: readonly (readonly [string, string | undefined])[] = [
    [holder === undefined ? SHEET.team : SHEET.holder, who],
    [SHEET.id, holder === who ? undefined : holder],
    [SHEET.team, holder === undefined ? undefined : names.get(holder)?.team],
    [SHEET.date, formatDay(new Date(now).toISOString())],
    [SHEET.company, connection],
    [SHEET.count, data && SHEET.itemCount({ items: data.total })],
    [SHEET.value, (data && sheetValueText(data)) ?? undefined],
  ];
  return (
    <div className={`sd-page ${classes.page}`} data-printed>
      <Group component="header" gap={10} wrap="wrap">
        <h1 className="sd-title" tabIndex={-1}>
          {title}
        </h1>
        {data && (
          <SheetActions title={title} who={who} isHolder={holder !== undefined} items={data} now={now} />
        )}
      </Group>
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {leaving && <p className="sd-note">{SHEET.leavingNote}</p>}
      {error && <p role="alert">{error.message}</p>}
      {data?.total === 0 && (
        <EmptyMessage>
          <h2>{SHEET.nothing}</h2>
        </EmptyMessage>
      )}
      {data && data.total > 0 && (
        <>
          <SheetTable
            rows={data.rows}
            units={units}
            now={now}
            hasHolders={holder === undefined}
            isChecklist={leaving}
          />
          {data.total > data.rows.length && (
            <p className="sd-note">{SHEET.cut({ shown: data.rows.length, all: data.total })}</p>
          )}
          <div className={classes.signatures}>
            {[leaving ? SHEET.returnedBy : SHEET.handedOverBy, SHEET.receivedBy].map((label) => (
              <p key={label}>{label}</p>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
