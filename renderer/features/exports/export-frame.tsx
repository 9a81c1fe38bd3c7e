import { Button } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import type { ExportRequest } from "../../../shared/delivery/exports.ts";
import { exportLabel, isRunning, PAST_EXPORTS, pastExport } from "./messages.ts";
import { FormButtons, PlainButton, QuietButton } from "../../ui/buttons.tsx";
import { useQuery } from "@tanstack/react-query";
import { DateTime } from "../../ui/date-time.tsx";
import { useHostServices, useConnectionApi } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";
import classes from "./export.module.css";
import { ACTIONS } from "../../ui/messages.ts";
import {
  firstChoice,
  readChoice,
  rememberChoice,
  requestAgain,
  type ExportChoice,
} from "../../delivery/files/export-choice.ts";

export interface ExportActions {
  readonly problem: string | null;
  readonly onStart: (request: ExportRequest) => Promise<void>;
  readonly onOpen: (id: string, what: "file" | "folder") => Promise<void>;
  readonly onClose: () => void;
}

/** The frame of both export forms: the problem, the buttons and the last exports. */
export function ExportFrame({
  actions: { problem, onStart, onOpen, onClose },
  size,
  onSubmit,
  more,
  children,
}: {
  readonly actions: ExportActions;
  /** The size of the export: "12 rows"; null until the rows are counted. */
  readonly size: string | null;
  readonly onSubmit: () => Promise<void>;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const ready = size !== null && !busy;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    await onSubmit();
    setBusy(false);
  };
  return (
    <form className="sd-form" onSubmit={(event) => void submit(event)}>
      {children}
      {problem !== null && (
        <p role="alert" className="sd-problem">
          {problem}
        </p>
      )}
      <FormButtons wrap="wrap">
        {more}
        <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
        {/* Never disabled: the focus starts here before the rows are counted. */}
        <Button type="submit" data-disabled={!ready} aria-disabled={!ready} data-autofocus>
          {exportLabel(size)}
        </Button>
      </FormButtons>
      <PastExports onAgain={(request) => void onStart(request)} onOpen={(id) => void onOpen(id, "file")} />
    </form>
  );
}

interface PastExportsProps {
  readonly onAgain: (request: ExportRequest) => void;
  readonly onOpen: (id: string) => void;
}

/** The list of this connection's last exports. The user can run each of them again. */
function PastExports({ onAgain, onOpen }: PastExportsProps) {
  const { host, connectionId } = useConnectionApi();
  const { boot } = useHostServices();
  const { data } = useQuery({
    queryKey: ["exports", connectionId],
    queryFn: () => unwrap(host.listExports({ connectionId })),
    gcTime: 0,
    staleTime: 0,
  });
  const past = (data ?? []).filter((entry) => !isRunning(entry));
  if (past.length === 0) return null;
  return (
    <section aria-label={PAST_EXPORTS.title}>
      <h3>{PAST_EXPORTS.title}</h3>
      <ul className={`${classes.past} sd-list`}>
        {past.map((entry) => (
          <li key={entry.id}>
            <span className={classes.what}>
              {pastExport(entry)} <DateTime iso={entry.startedAt} />
            </span>
            {entry.state === "done" && (
              <QuietButton onClick={() => onOpen(entry.id)}>
                {boot.host === "browser" ? ACTIONS.download : ACTIONS.open}
              </QuietButton>
            )}
            <QuietButton onClick={() => onAgain(requestAgain(entry.request, entry.startedAt))}>
              {PAST_EXPORTS.again}
            </QuietButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RememberedChoice {
  readonly choice: ExportChoice;
  readonly change: (part: Partial<ExportChoice>) => void;
  readonly remember: () => void;
}

/**
 * The choices that the export dialog remembers. @param what the name of the table, or "changes". @param of the view or
 * list for which the choices are remembered.
 */
export function useExportChoice(what: string, of: string): RememberedChoice {
  const { host, connectionId } = useConnectionApi();
  const name = `export.${what}`;
  const memory = useQuery({
    queryKey: ["export-choices", connectionId, what],
    queryFn: () => unwrap(host.loadUiState({ connectionId, name })),
    gcTime: 0,
    staleTime: 0,
  });
  const [changes, setChanges] = useState<Partial<ExportChoice>>({});
  const choice = {
    ...(memory.data === undefined ? firstChoice() : readChoice(memory.data, of)),
    ...changes,
  };
  return {
    choice,
    change: (part) => setChanges((now) => ({ ...now, ...part })),
    // A failure to remember must not stop the export.
    remember: () =>
      void host.saveUiState({ connectionId, name, value: rememberChoice(memory.data ?? null, of, choice) }),
  };
}
