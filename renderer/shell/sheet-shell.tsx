import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useHost, useProfileId } from "../host/host-context.ts";
import { MARGIN_MM, pageSizeOf, sizeOf, usePageSize, usualPaper } from "../table/print/paper.ts";
import { SHEET } from "./sheet.ts";
import classes from "./shell.module.css";

/** Ms between two looks at a sheet. */
const LOOK_EVERY_MS = 100;
/** The looks in a row that must find it drawn. An answer may lead to another query. */
const LOOKS = 3;

/** The frame of a sheet: a screen without navigation, as wide as its paper, which reports once it is drawn. */
export function SheetShell() {
  const [paper] = useState(() => ({ ...usualPaper(navigator.language), orientation: "portrait" as const }));
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
  const profileId = useProfileId();
  useEffect(() => {
    let looks = 0;
    const timer = setInterval(() => {
      looks = isDrawn(client) ? looks + 1 : 0;
      if (looks < LOOKS || SHEET === null) return;
      clearInterval(timer);
      const isWhole = client
        .getQueryCache()
        .getAll()
        .every(({ state }) => state.status !== "error");
      void host.reportSheetDrawn({ sheet: SHEET, profileId, isWhole });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [host, client, profileId]);
}

/** Whether the report is on screen, and nothing of it is being read or drawn. */
function isDrawn(client: QueryClient): boolean {
  const report = document.querySelector("[data-printed]");
  return report !== null && client.isFetching() === 0 && !report.querySelector("[aria-busy=true]");
}
