import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { use, useEffect, useMemo, useState, type ReactNode } from "react";
import { today } from "../../base/clock.ts";
import type { PastDay } from "../../../shared/features/past-days/past-day-calls.ts";
import { CHANGED_NOT_AFTER, GAP_COLUMNS } from "../../../shared/inventory/gap-columns.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { HostContext, useConnectionApi, useHostServices } from "../../host/host-context.ts";
import { PastDayContext } from "../../host/past-day.ts";
import { createQueryClient } from "../../host/query-client.ts";
import { TableExtensions, type TableExtension } from "../../table/extensions.ts";
import { InventoryContext, useInventory } from "../../table/inventory-context.ts";
import { useShowRows } from "../../table/navigation/use-show-items.ts";
import { MarkStore } from "../../table/query/change-marks.ts";
import { countQuery } from "../../inventory/records/record-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { GAP } from "./messages.ts";
import { PastBanner } from "./past-banner.tsx";
import { pastHost } from "./past-host.ts";
import classes from "./past-days.module.css";

/** A past screen saves no layout snapshots: the next start shows the present rows, without the banner. */
const NO_SNAPSHOTS = { note: () => {} };

interface Props {
  readonly past: PastDay;
  readonly children: ReactNode;
}

/**
 * A screen as of a past day. Its calls name the moment of the day. The screen has a separate cache, so that no refresh
 * changes its rows, and only extensions that change nothing.
 */
export function PastScreen({ past, children }: Props) {
  const services = useHostServices();
  const inventory = useInventory();
  const extensions = use(TableExtensions);
  const [client] = useState(createQueryClient);
  useEffect(() => () => client.clear(), [client]);
  const reading = useMemo(() => [...extensions.flatMap(readingPart), { Line: GapLine }], [extensions]);
  const pastServices = useMemo(
    () => ({ ...services, host: pastHost(services.host, past.asOf) }),
    [services, past.asOf],
  );
  // Marks of live changes belong to the current rows, so a past screen starts without marks.
  const pastInventory = useMemo(
    () => ({ ...inventory, marks: new MarkStore(), layoutSnapshots: NO_SNAPSHOTS }),
    [inventory],
  );
  return (
    <div className={classes.screen}>
      <PastBanner past={past} />
      <div className={classes.content}>
        <HostContext value={pastServices}>
          <InventoryContext value={pastInventory}>
            <TableExtensions value={reading}>
              <PastDayContext value={past}>
                <QueryClientProvider client={client}>{children}</QueryClientProvider>
              </PastDayContext>
            </TableExtensions>
          </InventoryContext>
        </HostContext>
      </div>
    </div>
  );
}

/** The part of an extension that changes nothing. */
function readingPart({ openExport, ToolbarButton }: TableExtension): TableExtension[] {
  const part: TableExtension = { ...(openExport && { openExport }), ...(ToolbarButton && { ToolbarButton }) };
  return Object.keys(part).length > 0 ? [part] : [];
}

const IN_GAP = { kind: "presence", field: CHANGED_NOT_AFTER.name, empty: false } as const;

/** The number of rows that may have changed before the end of the day. A click shows these rows in the table. */
function GapLine({ resource }: { readonly resource: Resource }) {
  const show = useShowRows();
  const { views } = useInventory();
  const api = useConnectionApi();
  const query = { version: 1, filter: compileFilter(IN_GAP, today()) } as const;
  const count = useQuery(countQuery(api, resource, query)).data?.total ?? 0;
  if (count === 0) return null;
  const open = (): void => {
    show(resource, [IN_GAP]);
    // The columns with the two moments of the change are shown next to the name.
    const gaps = GAP_COLUMNS.map(({ name }) => name);
    views.update(api.connectionId, resource, (now) => ({
      ...now,
      columns: {
        ...now.columns,
        order: ["name", ...gaps],
        visibility: Object.fromEntries(gaps.map((name) => [name, true])),
      },
    }));
  };
  return (
    <QuietButton title={GAP.hint} onClick={open}>
      {GAP.label({ resource, rows: count })}
    </QuietButton>
  );
}
