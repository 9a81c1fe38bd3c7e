import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { UNDO } from "./messages.ts";
import classes from "./undo-message.module.css";

/** Ms: long enough to read the sentence and reach the button. */
const SHOWN = 10_000;

/** Shows what was done, with a button that undoes it. */
export function notifyUndo(sentence: string, undo: () => void): void {
  notifyAction(sentence, UNDO, undo);
}

/** Shows a message with a button. @param label the button's. */
export function notifyAction(sentence: string, label: string, act: () => void): void {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    autoClose: SHOWN,
    message: (
      <div className={classes.message}>
        <span>{sentence}</span>
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => {
            notifications.hide(id);
            act();
          }}
        >
          {label}
        </Button>
      </div>
    ),
  });
}
