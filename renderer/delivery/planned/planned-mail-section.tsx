import { Button, Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useEffect, useState, type FormEvent, type ReactNode } from "react";
import type { CallInput, HostApi } from "../../../shared/contract/contract.ts";
import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import type { RecordOf } from "../../../shared/contract/documents.ts";
import { isMailReady } from "../../../shared/delivery/mail.ts";
import type { PlannedMailState } from "../../../shared/delivery/planned.ts";
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
import { OutcomeLine } from "../mail/outcome-line.tsx";
import { readRecipients } from "../mail/read-recipients.ts";
import { RecipientsField } from "../mail/recipients-field.tsx";
import { useMail } from "../mail/use-mail.ts";
import { PLANNED_MAIL } from "./messages.ts";
import { draftOf, FIRST_DAYS, timingOf } from "./timing-draft.ts";
import { TimingFields } from "./timing-fields.tsx";

type PlanName = "alertDigest" | "overviewMail";
type OfConnection = CallInput<"getAlertDigest">;

/** One kind of message that a connection sends by the clock, with its calls. */
export interface PlannedMailKind<N extends PlanName> {
  /** The document with its plan, whose name its push has, too. */
  readonly document: N;
  readonly title: string;
  readonly intro: string;
  readonly stop: { readonly label: string; readonly title: string; readonly text: string };
  readonly get: (host: HostApi, of: OfConnection) => ReturnType<HostApi["getAlertDigest"]>;
  readonly send: (host: HostApi, of: OfConnection) => ReturnType<HostApi["sendAlertDigest"]>;
  readonly follow: (host: HostApi, listener: () => void) => () => void;
}

interface PlannedMailSectionProps<N extends PlanName> {
  readonly kind: PlannedMailKind<N>;
  /** The form of the plan; null if the user has set none. */
  readonly children: (plan: RecordOf<N> | null) => ReactNode;
}

/** The section of a message that the open connection sends by the clock. */
export function PlannedMailSection<N extends PlanName>({ kind, children }: PlannedMailSectionProps<N>) {
  const mail = useMail();
  const records = useQuery(recordsQuery(useConnectionApi(), kind.document)).data;
  const plan = records?.get(SINGLE_RECORD) ?? null;
  // A plan that a later policy forbids can still be deleted.
  if (!mail || !records || (!mail.allowed && plan === null)) return null;
  return (
    <Section title={kind.title} intro={kind.intro}>
      {plan === null && !isMailReady(mail) ? (
        <p className="sd-note">{PLANNED_MAIL.notReady}</p>
      ) : (
        <>
          {plan && <PlanState kind={kind} />}
          <Fragment key={JSON.stringify(plan)}>{children(plan)}</Fragment>
        </>
      )}
    </Section>
  );
}

/** The next run, and the outcome of the last message. */
function PlanState<N extends PlanName>({ kind }: { readonly kind: PlannedMailKind<N> }) {
  const state = usePlanState(kind);
  const now = useNow(60_000);
  if (!state) return null;
  const { mailed } = state;
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

function nextLine({ nextRun, waitsFor, running }: PlannedMailState): ReactNode {
  if (waitsFor === "copy") return PLANNED_MAIL.waitsForCopy;
  if (running) return PLANNED_MAIL.running;
  return nextRun === null ? PLANNED_MAIL.waitsForSave : <DateTime iso={nextRun} />;
}

function usePlanState<N extends PlanName>({
  document,
  get,
  follow,
}: PlannedMailKind<N>): PlannedMailState | undefined {
  const { host, profileId } = useConnectionApi();
  const client = useQueryClient();
  useEffect(
    () => follow(host, () => void client.invalidateQueries({ queryKey: [document] })),
    [host, client, document, follow],
  );
  const queryKey = [document, profileId];
  return useQuery({ queryKey, queryFn: () => unwrap(get(host, { profileId })), staleTime: 0 }).data;
}

interface PlannedMailFormProps<N extends PlanName> {
  readonly kind: PlannedMailKind<N>;
  readonly plan: RecordOf<N> | null;
  /** The plan with its own part; null while that is incomplete. */
  readonly complete: (common: Pick<RecordOf<N>, "timing" | "to">) => RecordOf<N> | null;
  /** The fields of the plan's own part. */
  readonly children: ReactNode;
}

/** The form of a plan: timing, recipients and its own fields. */
export function PlannedMailForm<N extends PlanName>({
  kind: { document, stop, send },
  plan,
  complete,
  children,
}: PlannedMailFormProps<N>) {
  const { host, profileId } = useConnectionApi();
  const saveRecords = useSaveRecords(document);
  const [timing, setTiming] = useState(() =>
    draftOf(plan?.timing ?? { ...FIRST_DAYS, days: [...FIRST_DAYS.days] }),
  );
  const [recipients, setRecipients] = useState(plan?.to.join(", ") ?? "");
  const [busy, setBusy] = useState(false);
  const { to } = readRecipients(recipients);
  const chosen = timingOf(timing);
  const value = to && chosen && complete({ timing: chosen, to: [...to] });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!value) return;
    setBusy(true);
    await succeeds(saveRecords([{ id: SINGLE_RECORD, value }]));
    setBusy(false);
  };
  return (
    <form className="sd-form" onSubmit={(event) => void submit(event)}>
      <TimingFields draft={timing} onChange={(part) => setTiming((now) => ({ ...now, ...part }))} />
      <RecipientsField value={recipients} onChange={setRecipients} />
      {children}
      <Group gap={8}>
        <Button type="submit" loading={busy} disabled={!value}>
          {PLANNED_MAIL.save}
        </Button>
        {plan && (
          <>
            <PlainButton onClick={() => void succeeds(send(host, { profileId }))}>
              {PLANNED_MAIL.send}
            </PlainButton>
            <ConfirmButton
              label={stop.label}
              title={stop.title}
              action={() => saveRecords([{ id: SINGLE_RECORD, value: null }])}
            >
              {stop.text}
            </ConfirmButton>
          </>
        )}
      </Group>
    </form>
  );
}
