import { notifications } from "@mantine/notifications";
import { useCallback } from "react";
import { useHost } from "../host/host-context.tsx";

/** Names the one message about copying: another copy replaces it, however soon it follows. */
const MESSAGE = "copied";
/** Ms for which it stands. */
const STANDS = 4_000;
/** How many copies were told of. */
let told = 0;

/** Copies a text, if wanted as HTML too, and says so. */
export function useCopy(): (text: string, what: string, html?: string) => void {
  const host = useHost();
  return useCallback(
    (text, what, html) =>
      void (async () => {
        const result = await host.copyText({ text, ...(html === undefined ? {} : { html }) });
        if (result.ok) tell(`${what} copied`, "harbour");
        else tell(result.error.message, "red");
      })(),
    [host],
  );
}

function tell(message: string, color: string): void {
  told += 1;
  // Only another time begins anew: a message that is replaced would go when the first one would have gone.
  const said = { id: MESSAGE, message, color, autoClose: STANDS + (told % 2) };
  // The one shows it where it is not on screen, the other replaces it where it is.
  notifications.show(said);
  notifications.update(said);
}
