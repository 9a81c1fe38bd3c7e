import { Stack } from "@mantine/core";
import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import type { FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { CHOICE, choiceNote } from "./messages.ts";
import classes from "./counts.module.css";

/** A scanned text that is the name of several items. */
export interface CountChoice {
  readonly by: NumberedScan["by"];
  readonly text: string;
  readonly records: readonly FoundRecord[];
}

interface ChoiceDialogProps extends DialogProps<CountChoice> {
  readonly onChoose: (itemId: string) => void;
}

/** Asks the user which of several items with the same name is counted. */
export function ChoiceDialog({ request: { text, records }, onChoose, onClose }: ChoiceDialogProps) {
  return (
    <Dialog title={CHOICE.title} closeAs="cancel" onClose={onClose}>
      <Stack gap={12}>
        <p className="sd-note">{choiceNote(text)}</p>
        <ul className={`sd-list ${classes.choices}`} aria-label={CHOICE.title}>
          {records.map(({ id, name, typeName, locationName }) => (
            <li key={id}>
              <PlainButton onClick={() => onChoose(id)}>
                {[name, id, typeName, locationName].filter((part) => part !== null).join(" · ")}
              </PlainButton>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}
