import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useHost, useConnectionId } from "../host/host-context.ts";
import { MARGIN_MM, pageSizeOf, sizeOf, usePageSize, usualPaper } from "../inventory/paper/paper.ts";
import { watchDrawn } from "../inventory/report/watch-drawn.ts";
import { SHEET } from "./sheet.ts";
import classes from "./shell.module.css";

/** The frame of a sheet: a screen without navigation that is as wide as its paper and reports when it is drawn. */
export function SheetShell() {
  const [paper] = useState(() => ({ ...usualPaper(), orientation: "portrait" as const }));
  usePageSize(pageSizeOf(paper), MARGIN_MM);
  useReportDrawn();
  return (
    <div className={classes.shell} style={{ width: `${sizeOf(paper)[0] - 2 * MARGIN_MM}mm` }}>
      <div className={classes.column}>
        <main className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function useReportDrawn(): void {
  const host = useHost();
  const client = useQueryClient();
  const connectionId = useConnectionId();
  useEffect(
    () =>
      watchDrawn(client, () => {
        if (SHEET === null) return;
        const queries = client.getQueryCache().getAll();
        const isWhole = queries.every(({ state }) => state.status !== "error");
        void host.reportSheetDrawn({ sheet: SHEET, connectionId, isWhole });
      }),
    [host, client, connectionId],
  );
}
