import { Button, Checkbox, Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent } from "react";
import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import type { AlertDigest } from "../../../shared/features/alerts/digest.ts";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { isMailReady } from "../../../shared/features/mail/mail.ts";
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
import { outcomeLabel } from "../mail/messages.ts";
import { RecipientsField } from "../mail/recipients-field.tsx";
import { readRecipients } from "../mail/read-recipients.ts";
import { useMail } from "../mail/use-mail.ts";
import { draftOf, FIRST_DAYS, timingOf } from "../schedules/schedule-draft.ts";
import { TimingFields } from "../schedules/schedule-dialog.tsx";
import { DIGEST, STOP_DIGEST } from "./messages.ts";

/** The digest of the open connection's alerts, which is sent by mail. */
export function DigestSection() {
  const copy = useConnectionApi();
  const mail = useMail();
  const records = useQuery(recordsQuery(copy, "alertDigest")).data;
  if (!mail?.allowed || !records) return null;
  const digest = records.get(SINGLE_RECORD) ?? null;
  return (
    <Section title={DIGEST.title} intro={DIGEST.intro}>
      {digest === null && !isMailReady(mail) ? (
        <p className="sd-note">{DIGEST.notReady}</p>
      ) : (
        <>
          {digest && <DigestState />}
          <DigestForm key={JSON.stringify(digest)} digest={digest} />
        </>
      )}
    </Section>
  );
}

/** The next run, and the outcome of the last message. */
function DigestState() {
  const state = useDigestState();
  const now = useNow(60_000);
  if (!state) return null;
  const { nextRun, waitsFor, mailed } = state;
  return (
    <dl className={`${sectionClasses.facts} sd-facts`}>
      <dt>{DIGEST.next}</dt>
      <dd>{waitsFor === "save" || nextRun === null ? DIGEST.waits : <DateTime iso={nextRun} />}</dd>
      <dt>{DIGEST.last}</dt>
      <dd className="sd-wrap">
        {mailed === null ? (
          DIGEST.none
        ) : (
          <>
            <DateTime iso={mailed.at} now={now} />, {outcomeLabel(mailed, now)}
          </>
        )}
      </dd>
    </dl>
  );
}

function useDigestState(): CallOutput<"getAlertDigest"> | undefined {
  const { host, profileId } = useConnectionApi();
  const client = useQueryClient();
  const queryKey = ["alertDigest", profileId];
  useEffect(
    () => host.onAlertDigest(() => void client.invalidateQueries({ queryKey: ["alertDigest"] })),
    [host, client],
  );
  return useQuery({ queryKey, queryFn: () => unwrap(host.getAlertDigest({ profileId })), staleTime: 0 }).data;
}

function DigestForm({ digest }: { readonly digest: AlertDigest | null }) {
  const { host, profileId } = useConnectionApi();
  const saveRecords = useSaveRecords("alertDigest");
  const [timing, setTiming] = useState(() =>
    draftOf(digest?.timing ?? { ...FIRST_DAYS, days: [...FIRST_DAYS.days] }),
  );
  const [to, setTo] = useState(digest?.to.join(", ") ?? "");
  const [sendsEmpty, setSendsEmpty] = useState(digest?.sendsEmpty ?? false);
  const [busy, setBusy] = useState(false);
  const recipients = readRecipients(to);
  const chosen = timingOf(timing);
  const ready = recipients.to !== null && chosen !== null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    const value = { timing: chosen, to: [...recipients.to], sendsEmpty };
    await succeeds(saveRecords([{ id: SINGLE_RECORD, value }]));
    setBusy(false);
  };
  return (
    <form className="sd-form" onSubmit={(event) => void submit(event)}>
      <TimingFields draft={timing} onChange={(part) => setTiming((now) => ({ ...now, ...part }))} />
      <RecipientsField value={to} onChange={setTo} />
      <Checkbox
        label={DIGEST.sendsEmpty}
        checked={sendsEmpty}
        onChange={(event) => setSendsEmpty(event.currentTarget.checked)}
      />
      <Group gap={8}>
        <Button type="submit" loading={busy} disabled={!ready}>
          {DIGEST.save}
        </Button>
        {digest && (
          <>
            <PlainButton onClick={() => void succeeds(host.sendAlertDigest({ profileId }))}>
              {DIGEST.send}
            </PlainButton>
            <ConfirmButton
              label={STOP_DIGEST.label}
              title={STOP_DIGEST.title}
              action={() => saveRecords([{ id: SINGLE_RECORD, value: null }])}
            >
              {STOP_DIGEST.text}
            </ConfirmButton>
          </>
        )}
      </Group>
    </form>
  );
}
