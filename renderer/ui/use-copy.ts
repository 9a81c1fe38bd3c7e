import { notifications } from "@mantine/notifications";
import { createContext, use } from "react";
import type { Result } from "../../shared/base/errors.ts";
import { NOTICES } from "./messages.ts";

type WriteToClipboard = (content: { text: string; html?: string }) => Promise<Result<unknown>>;

/** Writes to the system's clipboard. The shell provides it, because the page itself has no permission. */
export const Clipboard = createContext<WriteToClipboard>(() => {
  throw new Error("No Clipboard above this component.");
});

/** The id of the message about copying. The next copy replaces the message. */
const MESSAGE_ID = "copied";
const SHOWN_MS = 4_000;
let notified = 0;

/** Returns a function that copies a text, optionally also as HTML, and confirms the copy. */
export function useCopy(): (text: string, what: string, html?: string) => void {
  const write = use(Clipboard);
  const copy = async (text: string, what: string, html?: string): Promise<void> => {
    const result = await write({ text, ...(html === undefined ? {} : { html }) });
    if (result.ok) notify(NOTICES.copied({ what }), "harbour");
    else notify(result.error.message, "red");
  };
  return (...input) => void copy(...input);
}

function notify(message: string, color: string): void {
  notified += 1;
  // The library restarts the timer of an updated message only if its duration changes.
  const options = { id: MESSAGE_ID, message, color, autoClose: SHOWN_MS + (notified % 2) };
  // `show` ignores a message whose id is on screen, and `update` ignores a message whose id is not.
  notifications.show(options);
  notifications.update(options);
}
