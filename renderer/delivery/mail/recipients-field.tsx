import { Textarea } from "@mantine/core";
import { MAIL_PART } from "./messages.ts";
import { readRecipients } from "./read-recipients.ts";
import { MAX_RECIPIENTS } from "../../../shared/delivery/mail.ts";

interface RecipientsFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field of a message's recipients. It reports a problem once the user has typed something. */
export function RecipientsField({ value, onChange }: RecipientsFieldProps) {
  return (
    <Textarea
      size="xs"
      label={MAIL_PART.to}
      description={MAIL_PART.toHint({ most: MAX_RECIPIENTS })}
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      value={value}
      error={value === "" ? null : readRecipients(value).problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
