import type { ExportRequest, ExportedChanges, ExportProgress } from "../../../shared/delivery/exports.ts";
import { useFollowed } from "../../base/use-followed.ts";
import { useConnectionApi, useHostServices } from "../../host/host-context.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { succeeds } from "../../ui/notify.tsx";
import type { ExportSource, ChangesSource } from "../../inventory/exports/export-requests.ts";
import {
  isRunning,
  EXPORT_DIALOG,
  changeCount,
  changeOrder,
  everyChange,
  filteredChanges,
  outcomeMessage,
  progressMessage,
  OUTCOME,
} from "./messages.ts";
import { ExportFrame, useExportChoice, type ExportActions } from "./export-frame.tsx";
import { noteOwnExport, runningExport, useExportRun } from "./export-runs.ts";
import { RowsForm } from "./rows-form.tsx";
import { Radio, Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasLinePerField } from "../../../shared/delivery/export-formats.ts";
import { changesQuery } from "../../inventory/changes/change-queries.ts";
import { DIALECTS, requestAgain } from "../../delivery/files/export-choice.ts";
import { FormatChoice } from "../../delivery/files/format-fields.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import classes from "./export.module.css";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";

interface Stage {
  readonly source: ExportSource;
  /** The id of the shown export; null while the user chooses what to export. */
  readonly id: string | null;
  readonly problem: string | null;
}

/** The dialog of exports: first the form, then the progress. An export continues while the dialog is closed. */
export function ExportDialog({ request: source, onClose }: DialogProps<ExportSource>) {
  const { host, connectionId } = useConnectionApi();
  const first = (): Stage => ({ source, id: runningExport(connectionId), problem: null });
  const [{ id, problem }, setStage] = useFollowed(first, (last) => (last.source === source ? last : first()));
  const announce = useAnnounce();
  const progress = useExportRun(id);
  const change = (part: Partial<Stage>): void => setStage((now) => ({ ...now, ...part }));
  const onStart = async (request: ExportRequest): Promise<void> => {
    change({ problem: null });
    const result = await host.startExport(request);
    if (!result.ok) return change({ problem: result.error.message });
    const started = result.value.id;
    if (started === null) return;
    noteOwnExport(started, announce);
    change({ id: started });
  };
  const onOpen = async (of: string, what: "file" | "folder"): Promise<void> => {
    await succeeds(host.openExport({ connectionId, id: of, what }));
  };
  const actions: ExportActions = { problem, onStart, onOpen, onClose };
  return (
    <Dialog onClose={onClose} title={EXPORT_DIALOG.title} size="lg" closeAs="close">
      <div key={progress === null ? "form" : isRunning(progress) ? "running" : "ended"} ref={keepFocus}>
        {progress && (
          <ExportOutcome
            progress={progress}
            problem={problem}
            onCancel={() => void host.cancelExport({ id: progress.id })}
            onOpen={(what) => void onOpen(progress.id, what)}
            onAgain={() => void onStart(requestAgain(progress.request, progress.startedAt))}
            onBack={() => change({ id: null })}
            onClose={onClose}
          />
        )}
        {!progress && source.of === "changes" && <ChangesForm source={source} actions={actions} />}
        {!progress && source.of === "rows" && <RowsForm source={source} actions={actions} />}
      </div>
    </Dialog>
  );
}

/**
 * Moves the focus into a new stage of the dialog. The button with the focus disappeared with the former stage, and a
 * modal moves the focus only when the modal opens.
 */
function keepFocus(stage: HTMLElement | null): void {
  if (document.activeElement === document.body)
    stage?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}

type Scope = "filtered" | "everything";

interface ChangesFormProps {
  readonly source: ChangesSource;
  readonly actions: ExportActions;
}

/** The form for an export of changes. */
function ChangesForm({ source, actions }: ChangesFormProps) {
  const { connectionId } = useConnectionApi();
  const { choice, change, remember } = useExportChoice("changes", source.shown.of);
  const [scope, setScope] = useState<Scope>(source.filtered ? "filtered" : "everything");
  const counts: Readonly<Record<Scope, number | undefined>> = {
    filtered: useChangeCount(source.shown),
    everything: useChangeCount(source.everything),
  };
  const isTable = hasLinePerField(choice.format);
  const submit = async (): Promise<void> => {
    remember();
    await actions.onStart({
      connectionId,
      changes: scope === "filtered" ? source.shown : source.everything,
      format: choice.format,
      dialect: DIALECTS[choice.separators],
      manifest: choice.manifest,
    });
  };
  return (
    <ExportFrame
      actions={actions}
      size={counts[scope] === undefined ? null : changeCount(counts[scope])}
      onSubmit={submit}
    >
      <Radio.Group
        label={EXPORT_DIALOG.changes}
        description={changeOrder(isTable)}
        value={scope}
        onChange={setScope}
      >
        <div className="sd-choices">
          {source.filtered && <Radio value="filtered" label={filteredChanges(counts.filtered)} />}
          <Radio value="everything" label={everyChange(counts.everything)} />
        </div>
      </Radio.Group>
      <FormatChoice choice={choice} change={change} />
    </ExportFrame>
  );
}

function useChangeCount({ filter }: ExportedChanges): number | undefined {
  return useQuery(changesQuery(useConnectionApi(), filter, 0, 1)).data?.total;
}

interface ExportOutcomeProps {
  readonly progress: ExportProgress;
  readonly problem: string | null;
  readonly onCancel: () => void;
  readonly onOpen: (what: "file" | "folder") => void;
  readonly onAgain: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The progress of an export, then its outcome with further actions. */
function ExportOutcome({ progress, problem, ...on }: ExportOutcomeProps) {
  const { boot } = useHostServices();
  const copy = useCopy();
  const { state, rows, total, file } = progress;
  const inBrowser = boot.host === "browser";
  if (isRunning(progress))
    return (
      <div className="sd-form">
        {/* This button takes the focus, so that a second Enter on "Export" does not cancel the export. */}
        <p className={`${classes.words} sd-num`} data-testid="export-progress" tabIndex={-1} data-autofocus>
          {progressMessage(progress)}
        </p>
        <Progress.Root size="lg">
          <Progress.Section
            value={total ? (100 * rows) / total : 0}
            aria-label={OUTCOME.written}
            aria-valuetext={progressMessage(progress)}
          />
        </Progress.Root>
        {!inBrowser && <p className={`${classes.file} sd-dimmed`}>{file}</p>}
        <FormButtons wrap="wrap">
          <Button color="red" variant="light" onClick={on.onCancel}>
            {OUTCOME.cancel}
          </Button>
          <PlainButton onClick={on.onClose}>{OUTCOME.background}</PlainButton>
        </FormButtons>
      </div>
    );
  return (
    <div className="sd-form">
      <p
        className={`${classes.words} sd-num`}
        role={state === "failed" ? "alert" : undefined}
        data-state={state}
        data-testid="export-end"
      >
        {outcomeMessage(progress)}
      </p>
      {problem !== null && (
        <p role="alert" className="sd-problem">
          {problem}
        </p>
      )}
      {state === "done" && !inBrowser && <p className={`${classes.file} sd-dimmed`}>{file}</p>}
      <FormButtons wrap="wrap">
        <Button variant="subtle" onClick={on.onBack}>
          {OUTCOME.another}
        </Button>
        {state === "done" && inBrowser && (
          <Button data-autofocus onClick={() => on.onOpen("file")}>
            {ACTIONS.download}
          </Button>
        )}
        {state === "done" && !inBrowser && (
          <>
            <PlainButton onClick={() => copy(file, OUTCOME.path)}>{OUTCOME.copyPath}</PlainButton>
            <PlainButton onClick={() => on.onOpen("folder")}>{OUTCOME.showFolder}</PlainButton>
            <Button data-autofocus onClick={() => on.onOpen("file")}>
              {ACTIONS.open}
            </Button>
          </>
        )}
        {state !== "done" && (
          <Button data-autofocus onClick={on.onAgain}>
            {inBrowser ? ACTIONS.tryAgain : OUTCOME.otherName}
          </Button>
        )}
      </FormButtons>
    </div>
  );
}
