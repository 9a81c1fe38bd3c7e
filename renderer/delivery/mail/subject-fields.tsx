import { TextInput } from "@mantine/core";
import { MAX_LIMIT_MB, MAX_SUBJECT } from "../../../shared/delivery/mail.ts";
import { NumberField } from "../../ui/fields.tsx";
import { MAIL_PART } from "./messages.ts";

interface SubjectFieldsProps {
  readonly subject: string;
  /** The hint that lists the placeholders of the subject. */
  readonly subjectHint: string;
  readonly limitMb: number | null;
  readonly onSubject: (subject: string) => void;
  readonly onLimit: (limitMb: number | null) => void;
}

/** The fields for a message's subject, and for the largest file that is sent. */
export function SubjectFields({ subject, subjectHint, limitMb, onSubject, onLimit }: SubjectFieldsProps) {
  return (
    <div className="sd-pair">
      <TextInput
        size="xs"
        label={MAIL_PART.subject}
        description={subjectHint}
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
