import { Button, Group, TextInput } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { sentenceText } from "../../../shared/base/text/texts.ts";
import { isMailReady, type MailState } from "../../../shared/delivery/mail.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { useHost } from "../../host/host-context.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { clearKey, KeyField } from "../../ui/fields.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { MailForm } from "./mail-form.tsx";
import { FORGET_PASSWORD, MAIL, MAIL_PROBLEMS, PASSWORD_PLACES, SWITCH_OFF, testLabel } from "./messages.ts";
import { isAddress } from "../../delivery/mail/read-recipients.ts";
import { useMail } from "../../delivery/mail/use-mail.ts";
import classes from "./mail.module.css";

/** The section with the mail server, its password, and a test message. */
export function MailSection() {
  const mail = useMail();
  const wanted = useSearch({ from: "/settings", select: ({ section }) => section === "mail" });
  const place = useRef<HTMLDivElement>(null);
  const isLoaded = mail !== undefined;
  useEffect(() => {
    if (!wanted || !isLoaded) return;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  }, [wanted, isLoaded]);
  return (
    <div ref={place} tabIndex={-1} style={{ scrollMarginTop: 16 }}>
      <Section title={MAIL.title} intro={MAIL.intro}>
        {mail && (mail.allowed ? <MailSettings mail={mail} /> : <p className="sd-note">{MAIL.forbidden}</p>)}
      </Section>
    </div>
  );
}

function MailSettings({ mail }: { readonly mail: MailState }) {
  const host = useHost();
  const { server } = mail;
  return (
    <>
      {server === null && <p className="sd-note">{MAIL.off}</p>}
      {mail.fixed !== null && <p className="sd-note">{MAIL.fixed}</p>}
      <MailForm key={JSON.stringify([server, mail.authority])} mail={mail} />
      {server !== null && server.user !== null && <Password mail={mail} />}
      {isMailReady(mail) && <TestMessage />}
      {server !== null && (
        <Group gap={8}>
          <ConfirmButton
            label={SWITCH_OFF.label}
            title={SWITCH_OFF.title}
            action={() => host.saveMail({ server: null, authority: "keep" })}
          >
            {SWITCH_OFF.text}
          </ConfirmButton>
        </Group>
      )}
    </>
  );
}

/**
 * The field that stores or forgets the password. SECURITY: the password is never in React's state, and no call returns
 * it.
 */
function Password({ mail }: { readonly mail: MailState }) {
  const host = useHost();
  const input = useRef<HTMLInputElement>(null);
  const store = useMutationCall(host.setMailPassword, () => {});
  const error = errorOf(store.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The text is not trimmed, because a password may begin or end with a space.
    const password = input.current?.value ?? "";
    if (password === "") return input.current?.focus();
    store.mutate({ password });
    clearKey(input.current);
  };
  return (
    <form className={classes.part} onSubmit={submit}>
      <p className="sd-note" role="status">
        {MAIL.password}: {PASSWORD_PLACES[mail.password]} {mail.problem && sentenceText(mail.problem)}
      </p>
      <Group gap={8} align="flex-end">
        <KeyField
          ref={input}
          size="xs"
          label={MAIL.newPassword}
          className={classes.field}
          maxLength={1_000}
        />
        <Button type="submit" loading={store.isPending}>
          {MAIL.store}
        </Button>
        {mail.password !== "none" && (
          <ConfirmButton
            label={FORGET_PASSWORD.label}
            title={FORGET_PASSWORD.title}
            action={() => host.forgetMailPassword()}
          >
            {FORGET_PASSWORD.text}
          </ConfirmButton>
        )}
      </Group>
      {error && <ErrorNotice error={error} />}
    </form>
  );
}

/** The form that sends a test message, and shows its outcome. */
function TestMessage() {
  const host = useHost();
  const [to, setTo] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ readonly text: string; readonly isBad: boolean } | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const address = to.trim();
    if (!isAddress(address)) return setProblem(MAIL_PROBLEMS.address);
    setBusy(true);
    setAnswer(null);
    const outcome = await valueOrNotice(host.testMail({ to: address }));
    setBusy(false);
    if (outcome) setAnswer({ text: testLabel(outcome, address), isBad: outcome.state !== "sent" });
  };
  return (
    <form className={classes.part} noValidate onSubmit={(event) => void submit(event)}>
      <Group gap={8} align="flex-end">
        <TextInput
          size="xs"
          type="email"
          autoComplete="off"
          label={MAIL.to}
          className={classes.field}
          value={to}
          error={problem}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="default" loading={busy}>
          {MAIL.test}
        </Button>
      </Group>
      <p role="status" className={`sd-wrap ${answer?.isBad ? "sd-problem" : "sd-note"}`}>
        {busy ? MAIL.testing : answer?.text}
      </p>
    </form>
  );
}
