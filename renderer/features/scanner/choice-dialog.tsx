import { Stack } from "@mantine/core";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { AMBIGUOUS, ambiguousNote, recordFacts } from "./messages.ts";
import classes from "./scanner.module.css";
import type { AmbiguousScan } from "./use-open-scanned.tsx";

/** The records of a scan that is the name of several records. */
export function ChoiceDialog({ request: { text, records, more }, onClose }: DialogProps<AmbiguousScan>) {
  return (
    <Dialog title={AMBIGUOUS} closeAs="close" onClose={onClose}>
      <Stack gap={12}>
        <p className="sd-note">{ambiguousNote(text, more)}</p>
        <ul className={`sd-list ${classes.found}`} aria-label={AMBIGUOUS}>
          {records.map((record) => (
            <li key={`${record.resource} ${record.id}`}>
              <RecordLink resource={record.resource} id={record.id} name={record.name} />
              <span className="sd-dimmed">{recordFacts(record)}</span>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}
