import { Checkbox } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { isMailReady } from "../../../shared/delivery/mail.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import {
  EXPORT_PLACEHOLDERS,
  FIRST_LIMIT_MB,
  FIRST_SUBJECT,
  MAIL_PART,
} from "../../delivery/mail/messages.ts";
import { RecipientsField } from "../../delivery/mail/recipients-field.tsx";
import { SubjectFields } from "../../delivery/mail/subject-fields.tsx";
import { useMail } from "../../delivery/mail/use-mail.ts";
import type { MailDraft } from "./schedule-draft.ts";

interface MailFieldsProps {
  readonly draft: MailDraft | null;
  readonly onChange: (draft: MailDraft | null) => void;
  /** Called before the page goes to the settings. */
  readonly onLeave: () => void;
}

/**
 * The fields for the message that sends each file to its recipients. Without a mail server, a line links to the
 * settings.
 */
export function MailFields({ draft, onChange, onLeave }: MailFieldsProps) {
  const mail = useMail();
  const navigate = useNavigate();
  if (mail === undefined || (!mail.allowed && draft === null)) return null;
  if (draft === null && !isMailReady(mail))
    return (
      <div className="sd-note">
        {MAIL_PART.notReady}{" "}
        <PlainButton
          size="compact-xs"
          onClick={() => {
            onLeave();
            void navigate({ to: "/settings", search: { section: "mail" } });
          }}
        >
          {MAIL_PART.setUp}
        </PlainButton>
      </div>
    );
  const change = (part: Partial<MailDraft>): void => {
    if (draft) onChange({ ...draft, ...part });
  };
  return (
    <>
      <Checkbox
        label={MAIL_PART.send}
        checked={draft !== null}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked ? { to: "", subject: FIRST_SUBJECT, limitMb: FIRST_LIMIT_MB } : null,
          )
        }
      />
      {draft && (
        <>
          <RecipientsField value={draft.to} onChange={(value) => change({ to: value })} />
          <SubjectFields
            subject={draft.subject}
            placeholders={EXPORT_PLACEHOLDERS}
            limitMb={draft.limitMb}
            onSubject={(subject) => change({ subject })}
            onLimit={(limitMb) => change({ limitMb })}
          />
        </>
      )}
    </>
  );
}
