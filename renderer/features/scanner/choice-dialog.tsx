import { Stack } from "@mantine/core";
import type { FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { ambiguousNote, recordFacts, SCANS } from "./messages.ts";
import classes from "./scanner.module.css";

/** The records that an ambiguous scan may mean. */
export interface AmbiguousScan {
  readonly text: string;
  readonly records: readonly FoundRecord[];
  readonly more: boolean;
}

/** The dialog that lists the records whose name is the scanned text. */
export function ChoiceDialog({ request: { text, records, more }, onClose }: DialogProps<AmbiguousScan>) {
  return (
    <Dialog title={SCANS.ambiguous} closeAs="close" onClose={onClose}>
      <Stack gap={12}>
        <p className="sd-note">{ambiguousNote(text, more)}</p>
        <ul className={`sd-list ${classes.found}`} aria-label={SCANS.ambiguous}>
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
