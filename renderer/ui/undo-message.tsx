import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import classes from "./undo-message.module.css";

/** Long enough to read the sentence and reach the button. */
const SHOWN = 10_000;

/** Says what was done, with a button that takes it back. */
export function notifyUndo(sentence: string, undo: () => void): void {
  notifyAction(sentence, "Undo", undo);
}

/** Says something, with a button that does something about it. @param label the button's words. */
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
