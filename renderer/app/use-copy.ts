import { notifications } from "@mantine/notifications";
import { useCallback } from "react";
import { useHost } from "./app-context.tsx";

/** Copies a text through the host (the page itself has no clipboard) and says so. */
export function useCopy(): (text: string, what: string) => void {
  const host = useHost();
  return useCallback(
    (text, what) => {
      void host
        .copyText({ text })
        .then((result) =>
          notifications.show(
            result.ok ? { message: `${what} copied` } : { message: result.error.message, color: "red" },
          ),
        );
    },
    [host],
  );
}
