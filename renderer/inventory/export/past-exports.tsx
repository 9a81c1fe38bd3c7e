import { useQuery } from "@tanstack/react-query";
import type { ExportProgress, ExportRequest } from "../../../shared/exports/exports.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { useHostServices, useLocalCopy } from "../../host/host-context.ts";
import { unwrap } from "../../host/unwrap.ts";
import { RESOURCE_LABELS } from "../labels/labels.ts";
import classes from "./export.module.css";
import { amountLabel, isRunning } from "./messages.ts";
import { QuietButton } from "../../ui/buttons.tsx";

interface PastExportsProps {
  readonly onAgain: (request: ExportRequest) => void;
  readonly onOpen: (id: string) => void;
  readonly onCompare: (id: string) => void;
}

/** The last exports of this connection, with their view; each can be run again. */
export function PastExports({ onAgain, onOpen, onCompare }: PastExportsProps) {
  const { host, profileId } = useLocalCopy();
  const { boot } = useHostServices();
  const { data } = useQuery({
    queryKey: ["exports", profileId],
    queryFn: () => unwrap(host.listExports({ profileId })),
    gcTime: 0,
    staleTime: 0,
  });
  const past = (data ?? []).filter((entry) => !isRunning(entry));
  if (past.length === 0) return null;
  return (
    <section aria-label="Last exports">
      <h3>Last exports</h3>
      <ul className={`${classes.past} sd-list`}>
        {past.map((entry) => (
          <li key={entry.id}>
            <span className={classes.what}>
              {entryLabel(entry)} <DateTime iso={entry.startedAt} />
            </span>
            {entry.state === "done" && (
              <QuietButton onClick={() => onOpen(entry.id)}>
                {boot.host === "browser" ? "Download" : "Open"}
              </QuietButton>
            )}
            {entry.state === "done" && !("changes" in entry.request) && (
              <QuietButton onClick={() => onCompare(entry.id)}>Compare…</QuietButton>
            )}
            <QuietButton onClick={() => onAgain(entry.request)}>Run again</QuietButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Items, Checked out: 2,455 rows as CSV", or what became of it. */
function entryLabel({ request, state, rows }: ExportProgress): string {
  const end = state === "done" ? amountLabel(request, rows) : state;
  return `${sourceLabel(request)}: ${end} as ${request.format.toUpperCase()},`;
}

function sourceLabel(request: ExportRequest): string {
  if ("changes" in request) return request.changes.of === "observed" ? "Activity" : "Comparison";
  const { resource, view } = request;
  return [RESOURCE_LABELS[resource].title, ...(view ? [view.name] : [])].join(", ");
}
