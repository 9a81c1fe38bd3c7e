import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { AppError, Result } from "../../shared/base/errors.ts";
import { SmallButton } from "./buttons.tsx";
import { ACTIONS } from "./messages.ts";

/** The ms for which the notice is shown: enough to read the sentence and reach the button. */
const SHOWN_MS = 10_000;

/** Reports an action, with a button that undoes it. */
export function notifyUndo(sentence: string, undo: () => void): void {
  notifyAction(sentence, ACTIONS.undo, undo);
}

/**
 * Shows a message with a button. @param label the label of the button. @param id the id of the message, which replaces
 * an earlier message with this id.
 */
export function notifyAction(
  sentence: string,
  label: string,
  act: () => void,
  id: string = crypto.randomUUID(),
): void {
  const onClick = (): void => {
    notifications.hide(id);
    act();
  };
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: SHOWN_MS,
    message: (
      <Group gap={12} wrap="nowrap" justify="space-between">
        <span className="sd-wrap">{sentence}</span>
        <SmallButton flex="none" onClick={onClick}>
          {label}
        </SmallButton>
      </Group>
    ),
  });
}

/** Shows a notice with the reason why something failed. */
export function notifyFailure({ message }: AppError): void {
  notifications.show({ message, color: "red" });
}

/** Returns the value of a call. If the call fails, it shows a notice and returns null. */
export async function valueOrNotice<T>(call: Promise<Result<T>>): Promise<T | null> {
  const result = await call;
  if (result.ok) return result.value;
  notifyFailure(result.error);
  return null;
}

/** Returns whether a call succeeds. If the call fails, a notice gives the reason. */
export async function succeeds(call: Promise<Result<unknown>>): Promise<boolean> {
  const result = await call;
  if (!result.ok) notifyFailure(result.error);
  return result.ok;
}
