import { Button, Group, Input, Select, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState, type FormEvent } from "react";
import type { MailState } from "../../../shared/delivery/mail.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { useHostServices } from "../../host/host-context.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { draftOf, serverOf, withSecurity, type MailDraft } from "./mail-draft.ts";
import { MAIL, MAIL_SECURITIES } from "./messages.ts";
import classes from "./mail.module.css";

/** The choice of a file with certificate authorities: a new file, "keep" for the saved file, or "usual" for no file. */
type AuthorityChoice = "keep" | "usual" | { readonly file: string; readonly path: string };

/** The form of the mail server. */
export function MailForm({ mail }: { readonly mail: MailState }) {
  const { host } = useHostServices();
  const [draft, setDraft] = useState(() => draftOf(mail));
  const [authority, setAuthority] = useState<AuthorityChoice>("keep");
  const [isTried, setIsTried] = useState(false);
  const save = useMutationCall(host.saveMail, () => notifications.show({ message: MAIL.saved }));
  const error = errorOf(save.error);
  const isFixed = mail.fixed !== null;
  const { server, problems } = serverOf(draft);
  const shown = isTried ? problems : {};
  const change = (part: Partial<MailDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const text = (field: "host" | "user" | "from" | "fromName") => ({
    size: "xs",
    autoComplete: "off",
    spellCheck: false,
    label: MAIL[field],
    value: draft[field],
    error: shown[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [field]: event.currentTarget.value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (server === null) return;
    save.mutate({ server, authority: typeof authority === "string" ? authority : authority.file });
  };
  return (
    <form className={`sd-form ${classes.form}`} noValidate onSubmit={submit}>
      <div className={classes.server}>
        <TextInput {...text("host")} readOnly={isFixed} />
        <NumberField
          size="xs"
          label={MAIL.port}
          readOnly={isFixed}
          isWhole
          min={1}
          max={65_535}
          value={draft.port}
          error={shown.port}
          onChange={(port) => change({ port })}
        />
      </div>
      <Select
        size="xs"
        label={MAIL.security}
        readOnly={isFixed}
        allowDeselect={false}
        data={Object.entries(MAIL_SECURITIES).map(([value, label]) => ({ value, label }))}
        value={draft.security}
        onChange={(security) => {
          if (security === "tls" || security === "starttls") setDraft((now) => withSecurity(now, security));
        }}
      />
      <TextInput {...text("user")} description={MAIL.userHint} />
      <TextInput {...text("from")} description={MAIL.fromHint} />
      <TextInput {...text("fromName")} />
      <Authority saved={mail.authority} choice={authority} isFixed={isFixed} onChoose={setAuthority} />
      <Group gap={10}>
        <Button type="submit" loading={save.isPending}>
          {MAIL.save}
        </Button>
      </Group>
      {error && <ErrorNotice error={error} />}
    </form>
  );
}

interface AuthorityProps {
  readonly saved: string | null;
  readonly choice: AuthorityChoice;
  readonly isFixed: boolean;
  readonly onChoose: (choice: AuthorityChoice) => void;
}

/**
 * The field for a file of certificate authorities. The system's dialog chooses the file; a browser has no such dialog.
 */
function Authority({ saved, choice, isFixed, onChoose }: AuthorityProps) {
  const { host, boot } = useHostServices();
  const path = choice === "keep" ? saved : choice === "usual" ? null : choice.path;
  if (boot.host === "browser" && path === null) return null;
  const choose = async (): Promise<void> => {
    const result = await valueOrNotice(host.chooseMailAuthority());
    if (result?.chosen) onChoose(result.chosen);
  };
  return (
    <Input.Wrapper size="xs" label={MAIL.authority} labelElement="div">
      <Group gap={10} mt={4}>
        <span className="sd-wrap">{path ?? MAIL.usual}</span>
        {!isFixed && boot.host !== "browser" && (
          <PlainButton onClick={() => void choose()}>{MAIL.chooseFile}</PlainButton>
        )}
        {!isFixed && path !== null && (
          <PlainButton onClick={() => onChoose("usual")}>{MAIL.takeUsual}</PlainButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}
