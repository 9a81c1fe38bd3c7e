import { notifications } from "@mantine/notifications";
import { Button, Checkbox, Group, Input, Select, Stack } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useState, type FormEvent } from "react";
import { clock } from "../../base/clock.ts";
import type { Result } from "../../../shared/base/errors.ts";
import { BUILT_IN_VIEWS } from "../../../shared/query/views/built-in-views.ts";
import {
  MAX_KEPT_FILES,
  type Schedule,
  type SchedulePlan,
} from "../../../shared/features/schedules/schedules.ts";
import { nextDue, type Timing } from "../../../shared/delivery/planned.ts";
import { useNow } from "../../host/use-now.ts";
import { formatDateTime } from "../../base/format.ts";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { useSavedViews } from "../../table/views/use-views.ts";
import { COLUMN_CHOICES } from "../../delivery/files/export-choice.ts";
import { FormatFields } from "../../delivery/files/format-fields.tsx";
import { columnsLabel, SCHEDULE_DIALOG } from "./messages.ts";
import { hasAnyName, useNames } from "../../inventory/names/name-queries.ts";
import { useSchedules, useTrayOffer } from "./use-schedules.ts";
import { MailFields } from "./mail-fields.tsx";
import { TimingFields } from "../../delivery/planned/timing-fields.tsx";
import { timingOf } from "../../delivery/planned/timing-draft.ts";
import { draftOfPlan, planOf, type ScheduleDraft } from "./schedule-draft.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { useConnectionApi, useHostServices } from "../../host/host-context.ts";
import classes from "./schedules.module.css";
import { valueOrNotice } from "../../ui/notify.tsx";
import { ACTIONS } from "../../ui/messages.ts";

interface ScheduleRequest {
  readonly schedule: Pick<Schedule, "id" | "folder"> | null;
  readonly plan: SchedulePlan;
  /** Whether the view has unsaved changes, which a schedule cannot export. */
  readonly unsaved: boolean;
}

/** The dialog that makes or changes a scheduled export. */
export function ScheduleDialog({ request, onClose }: DialogProps<ScheduleRequest>) {
  const { host, connectionId } = useConnectionApi();
  const [problem, setProblem] = useState<string | null>(null);
  const isFirst = useSchedules().length === 0;
  const offerTray = useTrayOffer();
  const { schedule } = request;
  const save = async (plan: SchedulePlan, folder: string | null): Promise<void> => {
    const call: Promise<Result<unknown>> =
      schedule === null
        ? host.createSchedule({ connectionId, plan, folder: folder ?? "" })
        : host.editSchedule({ id: schedule.id, plan, folder });
    const result = await call;
    if (!result.ok) return setProblem(result.error.message);
    onClose();
    const now = clock.now();
    const next = formatDateTime(new Date(nextDue(plan.timing, now, now)).toISOString(), now);
    notifications.show({
      message: schedule === null ? SCHEDULE_DIALOG.scheduled({ next }) : SCHEDULE_DIALOG.saved,
    });
    if (schedule === null && isFirst) await offerTray();
  };
  return (
    <Dialog
      onClose={onClose}
      title={schedule === null ? SCHEDULE_DIALOG.add : SCHEDULE_DIALOG.edit}
      size="lg"
      closeAs="close"
    >
      <ScheduleForm request={request} problem={problem} onSave={save} onClose={onClose} />
    </Dialog>
  );
}

/** The form of a schedule: view, format, timing, folder, and number of files to keep. */
function ScheduleForm({
  request: { schedule, plan, unsaved },
  problem,
  onSave,
  onClose,
}: {
  readonly request: ScheduleRequest;
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
  const next = planOf(draft, plan, hasAnyName(useNames()));
  // A schedule that was restored from a backup has no folder.
  const present = schedule?.folder || null;
  const ready = next !== null && (present !== null || folder !== null);
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
      {unsaved && <p className="sd-note">{SCHEDULE_DIALOG.unsaved}</p>}
      <FormatFields choice={draft} change={change} />
      <TimingFields
        draft={draft.timing}
        onChange={(part) => setDraft((now) => ({ ...now, timing: { ...now.timing, ...part } }))}
      />
      <FolderField present={present} chosen={folder} onChoose={setFolder} />
      <FileFields draft={draft} onChange={change} />
      <MailFields draft={draft.mail} onChange={(mail) => change({ mail })} onLeave={onClose} />
      <NextRun timing={timingOf(draft.timing)} />
      {problem !== null && (
        <p role="alert" className="sd-problem">
          {problem}
        </p>
      )}
      <FormButtons>
        <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
        <Button type="submit" loading={busy} disabled={!ready} data-autofocus={ready || undefined}>
          {schedule === null ? SCHEDULE_DIALOG.create : ACTIONS.save}
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
  readonly columns: number;
}) {
  return (
    <div className="sd-pair">
      <Select
        label={SCHEDULE_DIALOG.view}
        description={SCHEDULE_DIALOG.viewHint}
        data={views.map(({ id, name }) => ({ value: id, label: name }))}
        value={viewId}
        error={viewId === null ? SCHEDULE_DIALOG.viewMissing : null}
        onChange={(id) => onChange({ viewId: id })}
      />
      <Select
        label={SCHEDULE_DIALOG.columns}
        description={SCHEDULE_DIALOG.columnsHint}
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
      <NumberField
        size="xs"
        label={SCHEDULE_DIALOG.keep}
        description={SCHEDULE_DIALOG.keepHint}
        isWhole
        min={1}
        max={MAX_KEPT_FILES}
        value={keep}
        onChange={(files) => onChange({ keep: files })}
      />
      <Stack gap={8}>
        <Checkbox
          label={SCHEDULE_DIALOG.refreshFirst}
          checked={refreshFirst}
          onChange={(event) => onChange({ refreshFirst: event.currentTarget.checked })}
        />
        <Checkbox
          label={SCHEDULE_DIALOG.manifest}
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
        ? SCHEDULE_DIALOG.chooseTime
        : SCHEDULE_DIALOG.nextRun({
            next: formatDateTime(new Date(nextDue(timing, now, now)).toISOString(), now),
          })}
    </p>
  );
}

export type ChosenFolder = NonNullable<CallOutput<"chooseScheduleFolder">["chosen"]>;

interface FolderFieldProps {
  /** The present folder of the schedule; null until the user chooses a folder. */
  readonly present: string | null;
  readonly chosen: ChosenFolder | null;
  readonly onChoose: (folder: ChosenFolder) => void;
}

/** The field for a folder. The system's dialog chooses the folder; a browser host has a fixed folder. */
export function FolderField({ present, chosen, onChoose }: FolderFieldProps) {
  const { host, boot } = useHostServices();
  const id = useId();
  const fixed = boot.host === "browser";
  const path = chosen?.path ?? present;
  const choose = async (): Promise<void> => {
    const result = await valueOrNotice(host.chooseScheduleFolder());
    if (result?.chosen) onChoose(result.chosen);
  };
  const takeFixed = useEffectEvent(() => void choose());
  useEffect(() => {
    if (fixed && present === null) takeFixed();
  }, [fixed, present]);
  return (
    <Input.Wrapper
      size="xs"
      label={SCHEDULE_DIALOG.folder}
      labelElement="div"
      description={fixed ? SCHEDULE_DIALOG.fixedFolder : null}
    >
      <Group gap={10} wrap="nowrap" justify="space-between" mt={4}>
        <span id={id} className={path === null ? "sd-dimmed" : classes.path}>
          {path ?? (fixed ? "" : SCHEDULE_DIALOG.noFolder)}
        </span>
        {!fixed && (
          <PlainButton aria-describedby={id} onClick={() => void choose()}>
            {SCHEDULE_DIALOG.chooseFolder}
          </PlainButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}
