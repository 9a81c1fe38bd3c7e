import { Button, Checkbox, NumberInput, Select } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { BUILT_IN_VIEWS } from "../../../shared/views/built-in-views.ts";
import { nextDue } from "../../../shared/exports/due-times.ts";
import { MAX_KEPT_FILES, type SchedulePlan } from "../../../shared/exports/schedules.ts";
import { useNow } from "../../host/use-now.ts";
import { formatDateTime } from "../../base/format-date.ts";
import { plural } from "../../base/plural.ts";
import { useSavedViews } from "../views/use-views.ts";
import { chosenColumns, COLUMN_CHOICES, DIALECTS, type ExportChoice } from "../export/export-choice.ts";
import { FormatFields } from "../export/format-fields.tsx";
import { FolderField, type ChosenFolder } from "./folder-field.tsx";
import type { ScheduleRequest } from "./schedule-requests.ts";
import classes from "./schedules.module.css";
import { draftOf, TimingFields, timingOf } from "./timing-fields.tsx";

/** What is exported by the clock, how, when, where to, and how many files stay. */
export function ScheduleForm({
  asked,
  problem,
  onSave,
  onClose,
}: {
  readonly asked: ScheduleRequest;
  /** Why the last attempt was refused. */
  readonly problem: string | null;
  readonly onSave: (plan: SchedulePlan, folder: string | null) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { schedule, plan } = asked;
  const { resource } = plan;
  const own = useSavedViews().filter((view) => view.resource === resource);
  const views = [...BUILT_IN_VIEWS[resource], ...own];
  const [viewId, setViewId] = useState<string | null>(
    views.some(({ id }) => id === plan.viewId) ? plan.viewId : null,
  );
  const [columns, setColumns] = useState(() => columnChoice(plan));
  const [format, setFormat] = useState(plan.format);
  const [separators, setSeparators] = useState(() => separatorsOf(plan));
  const [timing, setTiming] = useState(() => draftOf(plan.timing));
  const [keep, setKeep] = useState<number | string>(plan.keep ?? "");
  const [manifest, setManifest] = useState(plan.manifest);
  const [refreshFirst, setRefreshFirst] = useState(plan.refreshFirst);
  const [folder, setFolder] = useState<ChosenFolder | null>(null);
  const [busy, setBusy] = useState(false);
  const now = useNow(60_000);

  const when = timingOf(timing);
  const whole = keep === "" || (typeof keep === "number" && Number.isInteger(keep) && keep >= 1);
  const ready = viewId !== null && when !== null && whole && (schedule !== null || folder !== null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (viewId === null || when === null || !whole) return;
    setBusy(true);
    const next: SchedulePlan = {
      resource,
      viewId,
      columns: [...chosenColumns(plan, { columns })],
      format,
      dialect: DIALECTS[separators],
      manifest,
      refreshFirst,
      timing: when,
      keep: keep === "" ? null : keep,
    };
    await onSave(next, folder?.folder ?? null);
    setBusy(false);
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <div className={classes.row}>
        <Select
          label="View"
          description="Its rows as they are at each run"
          data={views.map(({ id, name }) => ({ value: id, label: name }))}
          value={viewId}
          error={viewId === null ? "The view was deleted. Choose another one." : null}
          allowDeselect={false}
          onChange={setViewId}
        />
        <Select
          label="Columns"
          description="The same at each run"
          data={COLUMN_CHOICES.map((value) => ({ value, label: columnsLabel(value, plan.columns.length) }))}
          value={columns}
          allowDeselect={false}
          onChange={(choice) => choice && setColumns(choice)}
        />
      </div>
      {asked.unsaved && (
        <p className={classes.hint}>
          The view is exported as it is saved. What you changed in the table since is not part of it.
        </p>
      )}
      <FormatFields
        format={format}
        separators={separators}
        onFormat={setFormat}
        onSeparators={setSeparators}
      />
      <TimingFields draft={timing} onChange={(part) => setTiming((draft) => ({ ...draft, ...part }))} />
      <FolderField present={schedule?.folder ?? null} chosen={folder} onChoose={setFolder} />
      <NumberInput
        size="xs"
        label="Keep the last files"
        description="Empty keeps all. Only files that this schedule wrote are ever removed."
        allowDecimal={false}
        allowNegative={false}
        min={1}
        max={MAX_KEPT_FILES}
        value={keep}
        onChange={setKeep}
      />
      <div className={classes.checks}>
        <Checkbox
          label="Refresh first, and write nothing where that fails"
          checked={refreshFirst}
          onChange={(event) => setRefreshFirst(event.currentTarget.checked)}
        />
        <Checkbox
          label="A manifest beside each file: where it comes from, and its SHA-256"
          checked={manifest}
          onChange={(event) => setManifest(event.currentTarget.checked)}
        />
      </div>
      <p className={classes.hint}>
        {when === null
          ? "Choose when it runs."
          : `Next run: ${formatDateTime(new Date(nextDue(when, now, now)).toISOString(), now)}. It runs while Stockdeck does; what was missed is offered afterwards.`}
      </p>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={!ready} data-autofocus={ready || undefined}>
          {schedule === null ? "Schedule" : "Save"}
        </Button>
      </div>
    </form>
  );
}

function columnChoice(plan: SchedulePlan): ExportChoice["columns"] {
  const wanted = plan.columns.join();
  const same = (choice: ExportChoice["columns"]): boolean =>
    chosenColumns(plan, { columns: choice }).join() === wanted;
  return (["all", "named"] as const).find(same) ?? "shown";
}

function columnsLabel(choice: ExportChoice["columns"], count: number): string {
  if (choice === "shown") return `As the table showed them (${plural(count, "column")})`;
  return choice === "all" ? "All fields" : "All fields, with names beside ids";
}

function separatorsOf({ dialect }: SchedulePlan): ExportChoice["separators"] {
  const found = Object.entries(DIALECTS).find(([, { delimiter }]) => delimiter === dialect.delimiter);
  return (found?.[0] ?? "comma") as ExportChoice["separators"];
}
