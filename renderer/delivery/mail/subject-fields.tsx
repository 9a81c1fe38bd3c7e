import { TextInput } from "@mantine/core";
import { MAX_LIMIT_MB, MAX_SUBJECT } from "../../../shared/delivery/mail.ts";
import { NumberField } from "../../ui/fields.tsx";
import { MAIL_PART, subjectHint } from "./messages.ts";

interface SubjectFieldsProps {
  readonly subject: string;
  /** The names that Stockdeck replaces in the subject, with their braces. */
  readonly placeholders: readonly string[];
  readonly limitMb: number | null;
  readonly onSubject: (subject: string) => void;
  readonly onLimit: (limitMb: number | null) => void;
}

/** The fields for a message's subject, and for the largest file that is sent. */
export function SubjectFields({ subject, placeholders, limitMb, onSubject, onLimit }: SubjectFieldsProps) {
  return (
    <div className="sd-pair">
      <TextInput
        size="xs"
        label={MAIL_PART.subject}
        description={subjectHint(placeholders)}
        maxLength={MAX_SUBJECT}
        value={subject}
        onChange={(event) => onSubject(event.currentTarget.value)}
      />
      <NumberField
        size="xs"
        label={MAIL_PART.limit}
        description={MAIL_PART.limitHint}
        isWhole
        min={1}
        max={MAX_LIMIT_MB}
        value={limitMb}
        onChange={onLimit}
      />
    </div>
  );
}
