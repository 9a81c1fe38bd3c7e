import { Button, Checkbox, Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { filePlanSchema, type ListedMail, type MailPlan } from "../../../shared/delivery/planned-mails.ts";
import { isMailReady, type MailState } from "../../../shared/delivery/mail.ts";
import { unwrap } from "../../base/unwrap.ts";
import { recordsQuery, useSaveRecords } from "../../host/documents.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { Section } from "../../ui/section.tsx";
import sectionClasses from "../../ui/section.module.css";
import { FIRST_LIMIT_MB } from "../mail/messages.ts";
import { OutcomeLine } from "../mail/outcome-line.tsx";
import { readRecipients } from "../mail/read-recipients.ts";
import { RecipientsField } from "../mail/recipients-field.tsx";
import { SubjectFields } from "../mail/subject-fields.tsx";
import { useMail } from "../mail/use-mail.ts";
import { PLANNED_MAIL } from "./messages.ts";
import { draftOf, FIRST_DAYS, timingOf } from "./timing-draft.ts";
import { TimingFields } from "./timing-fields.tsx";

/** The sections of the open connection's planned messages. */
export function PlannedMailSections() {
  const mail = useMail();
  const plans = useQuery(recordsQuery(useConnectionApi(), "plannedMails")).data;
  const listed = usePlannedMails();
  if (!mail || !plans || !listed) return null;
  const sendable = listed.filter(({ problem }) => problem === null);
  return sendable.map((one) => (
    <PlannedMailSection key={one.name} listed={one} plan={plans.get(one.name) ?? null} mail={mail} />
  ));
}

function usePlannedMails(): readonly ListedMail[] | undefined {
  const { host, connectionId } = useConnectionApi();
  const client = useQueryClient();
  useEffect(
    () => host.onPlannedMails(() => void client.invalidateQueries({ queryKey: ["plannedMails"] })),
    [host, client],
  );
  return useQuery({
    queryKey: ["plannedMails", connectionId],
    queryFn: () => unwrap(host.listPlannedMails({ connectionId })),
    staleTime: 0,
  }).data;
}

interface PlannedMailProps {
  readonly listed: ListedMail;
  /** Null if the user has set no plan. */
  readonly plan: MailPlan | null;
}

function PlannedMailSection({ listed, plan, mail }: PlannedMailProps & { readonly mail: MailState }) {
  const { words, state } = listed;
  // The user can still delete a plan that a later policy forbids.
  if (!mail.allowed && plan === null) return null;
  return (
    <Section title={words.title} intro={words.intro}>
      {plan === null && !isMailReady(mail) ? (
        <p className="sd-note">{PLANNED_MAIL.notReady}</p>
      ) : (
        <>
          {plan && <PlanState state={state} />}
          <PlannedMailForm key={JSON.stringify(plan)} listed={listed} plan={plan} />
        </>
      )}
    </Section>
  );
}

/** Shows the next run, and the outcome of the last message. */
function PlanState({ state }: Pick<ListedMail, "state">) {
  const { mailed } = state;
  const now = useNow(60_000);
  return (
    <dl className={`${sectionClasses.facts} sd-facts`}>
      <dt>{PLANNED_MAIL.next}</dt>
      <dd>{nextLine(state)}</dd>
      <dt>{PLANNED_MAIL.last}</dt>
      <dd className="sd-wrap">
        {mailed === null ? PLANNED_MAIL.none : <OutcomeLine outcome={mailed} now={now} />}
      </dd>
    </dl>
  );
}

function nextLine({ nextRun, waitsFor, running }: ListedMail["state"]): ReactNode {
  if (waitsFor === "copy") return PLANNED_MAIL.waitsForCopy;
  if (running) return PLANNED_MAIL.running;
  return nextRun === null ? PLANNED_MAIL.waitsForSave : <DateTime iso={nextRun} />;
}

/** The form of a plan: its timing, its recipients and the fields of its kind. */
function PlannedMailForm({ listed: { name, words }, plan }: PlannedMailProps) {
  const { host, connectionId } = useConnectionApi();
  const saveRecords = useSaveRecords("plannedMails");
  const [timing, setTiming] = useState(() =>
    draftOf(plan?.timing ?? { ...FIRST_DAYS, days: [...FIRST_DAYS.days] }),
  );
  const [recipients, setRecipients] = useState(plan?.to.join(", ") ?? "");
  const [own, setOwn] = useState(() => ownPartOf(words.fields, plan));
  const [busy, setBusy] = useState(false);
  const { to } = readRecipients(recipients);
  const chosen = timingOf(timing);
  const value = to && chosen && wholePlan(words.fields, { timing: chosen, to: [...to] }, own);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!value) return;
    setBusy(true);
    await succeeds(saveRecords([{ id: name, value }]));
    setBusy(false);
  };
  return (
    <form className="sd-form" onSubmit={(event) => void submit(event)}>
      <TimingFields draft={timing} onChange={(part) => setTiming((now) => ({ ...now, ...part }))} />
      <RecipientsField value={recipients} onChange={setRecipients} />
      <OwnFields
        fields={words.fields}
        own={own}
        onChange={(part) => setOwn((now) => ({ ...now, ...part }))}
      />
      <Group gap={8}>
        <Button type="submit" loading={busy} disabled={!value}>
          {PLANNED_MAIL.save}
        </Button>
        {plan && (
          <>
            <PlainButton onClick={() => void succeeds(host.sendPlannedMail({ connectionId, name }))}>
              {PLANNED_MAIL.send}
            </PlainButton>
            <ConfirmButton
              label={words.stop.label}
              title={words.stop.title}
              action={() => saveRecords([{ id: name, value: null }])}
            >
              {words.stop.text}
            </ConfirmButton>
          </>
        )}
      </Group>
    </form>
  );
}

type Fields = ListedMail["words"]["fields"];

/** The fields that only some plans have. Each plan has a part of them. */
interface OwnPart {
  readonly sendsEmpty: boolean;
  readonly subject: string;
  readonly limitMb: number | null;
}

function ownPartOf(fields: Fields, plan: MailPlan | null): OwnPart {
  const subject = "firstSubject" in fields ? fields.firstSubject : "";
  return { sendsEmpty: false, subject, limitMb: FIRST_LIMIT_MB, ...plan };
}

/** The plan with the fields of its kind; null while they are incomplete. */
function wholePlan(
  fields: Fields,
  common: Pick<MailPlan, "timing" | "to">,
  { sendsEmpty, subject, limitMb }: OwnPart,
): MailPlan | null {
  if ("sendsEmpty" in fields) return { ...common, sendsEmpty };
  return filePlanSchema.safeParse({ ...common, subject, limitMb }).data ?? null;
}

interface OwnFieldsProps {
  readonly fields: Fields;
  readonly own: OwnPart;
  readonly onChange: (part: Partial<OwnPart>) => void;
}

function OwnFields({ fields, own, onChange }: OwnFieldsProps) {
  if ("sendsEmpty" in fields)
    return (
      <Checkbox
        label={fields.sendsEmpty}
        checked={own.sendsEmpty}
        onChange={(event) => onChange({ sendsEmpty: event.currentTarget.checked })}
      />
    );
  return (
    <SubjectFields
      subject={own.subject}
      placeholders={fields.placeholders}
      limitMb={own.limitMb}
      onSubject={(subject) => onChange({ subject })}
      onLimit={(limitMb) => onChange({ limitMb })}
    />
  );
}
