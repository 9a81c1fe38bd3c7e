import { Button, Checkbox, NumberInput, Select, Stack } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { BUILT_IN_VIEWS } from "../../../shared/views/built-in-views.ts";
import { nextDue } from "../../../shared/exports/due-times.ts";
import { MAX_KEPT_FILES, type SchedulePlan, type Timing } from "../../../shared/exports/schedules.ts";
import { useNow } from "../../host/use-now.ts";
import { formatDateTime } from "../../base/format.ts";
import { useSavedViews } from "../views/use-views.ts";
import { COLUMN_CHOICES } from "../export/export-choice.ts";
import { FormatFields } from "../export/format-fields.tsx";
import { FolderField, type ChosenFolder } from "./folder-field.tsx";
import {
  CHOOSE_TIME,
  columnsLabel,
  KEEP_FILES_HINT,
  MANIFEST,
  nextRun,
  REFRESH_FIRST,
  UNSAVED_CHANGES,
  VIEW_MISSING,
} from "./messages.ts";
import { draftOfPlan, planOf, timingOf, type ScheduleDraft } from "./schedule-draft.ts";
import type { ScheduleRequest } from "./schedule-requests.ts";
import { TimingFields } from "./timing-fields.tsx";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";

/** Which view a schedule exports, how, when, where to, and how many files are kept. */
export function ScheduleForm({
  request: { schedule, plan, unsaved },
  problem,
  onSave,
  onClose,
}: {
  readonly request: ScheduleRequest;
  /** Why the last attempt was refused. */
  readonly problem: string | null;
  readonly onSave: (plan: SchedulePlan, folder: string | null) => Promise<void>;
  readonly onClose: () => void;
}) {
  const own = useSavedViews().filter((view) => view.resource === plan.resource);
  const views = [...BUILT_IN_VIEWS[plan.resource], ...own];
  const [draft, setDraft] = useState(() =>
    draftOfPlan(
      plan,
      views.map(({ id }) => id),
    ),
  );
  const change = (part: Partial<ScheduleDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const [folder, setFolder] = useState<ChosenFolder | null>(null);
  const [busy, setBusy] = useState(false);
  const next = planOf(draft, plan);
  const ready = next !== null && (schedule !== null || folder !== null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (next === null) return;
    setBusy(true);
    await onSave(next, folder?.folder ?? null);
    setBusy(false);
  };

  return (
    <form className="sd-form" onSubmit={(event) => void submit(event)}>
      <SourceFields views={views} draft={draft} columns={plan.columns.length} onChange={change} />
      {unsaved && <p className="sd-note">{UNSAVED_CHANGES}</p>}
      <FormatFields choice={draft} change={change} />
      <TimingFields
        draft={draft.timing}
        onChange={(part) => setDraft((now) => ({ ...now, timing: { ...now.timing, ...part } }))}
      />
      <FolderField present={schedule?.folder ?? null} chosen={folder} onChoose={setFolder} />
      <FileFields draft={draft} onChange={change} />
      <NextRun timing={timingOf(draft.timing)} />
      {problem !== null && (
        <p role="alert" className="sd-problem">
          {problem}
        </p>
      )}
      <FormButtons>
        <PlainButton onClick={onClose}>Cancel</PlainButton>
        <Button type="submit" loading={busy} disabled={!ready} data-autofocus={ready || undefined}>
          {schedule === null ? "Schedule" : "Save"}
        </Button>
      </FormButtons>
    </form>
  );
}

interface FieldsProps {
  readonly draft: ScheduleDraft;
  readonly onChange: (part: Partial<ScheduleDraft>) => void;
}

function SourceFields({
  views,
  draft: { viewId, columns: chosen },
  columns,
  onChange,
}: FieldsProps & {
  readonly views: readonly { readonly id: string; readonly name: string }[];
  /** How many columns the table showed. */
  readonly columns: number;
}) {
  return (
    <div className="sd-pair">
      <Select
        label="View"
        description="Its rows as they are at each run"
        data={views.map(({ id, name }) => ({ value: id, label: name }))}
        value={viewId}
        error={viewId === null ? VIEW_MISSING : null}
        onChange={(id) => onChange({ viewId: id })}
      />
      <Select
        label="Columns"
        description="The same at each run"
        data={COLUMN_CHOICES.map((value) => ({ value, label: columnsLabel(value, columns) }))}
        value={chosen}
        onChange={(choice) => choice && onChange({ columns: choice })}
      />
    </div>
  );
}

function FileFields({ draft: { keep, refreshFirst, manifest }, onChange }: FieldsProps) {
  return (
    <>
      <NumberInput
        size="xs"
        label="Keep the last files"
        description={KEEP_FILES_HINT}
        allowDecimal={false}
        allowNegative={false}
        min={1}
        max={MAX_KEPT_FILES}
        value={keep}
        onChange={(files) => onChange({ keep: files })}
      />
      <Stack gap={8}>
        <Checkbox
          label={REFRESH_FIRST}
          checked={refreshFirst}
          onChange={(event) => onChange({ refreshFirst: event.currentTarget.checked })}
        />
        <Checkbox
          label={MANIFEST}
          checked={manifest}
          onChange={(event) => onChange({ manifest: event.currentTarget.checked })}
        />
      </Stack>
    </>
  );
}

function NextRun({ timing }: { readonly timing: Timing | null }) {
  const now = useNow(60_000);
  return (
    <p className="sd-note">
      {timing === null
        ? CHOOSE_TIME
        : nextRun(formatDateTime(new Date(nextDue(timing, now, now)).toISOString(), now))}
    </p>
  );
}
