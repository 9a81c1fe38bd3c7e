import { notifications } from "@mantine/notifications";
import { useCallback } from "react";
import { useServices } from "./app-context.tsx";

/** Copies a text, if wanted as HTML too, and says so. */
export function useCopy(): (text: string, what: string, html?: string) => void {
  const { host } = useServices();
  return useCallback(
    (text, what, html) => {
      void host
        .copyText({ text, ...(html === undefined ? {} : { html }) })
        .then((result) =>
          notifications.show(
            result.ok ? { message: `${what} copied` } : { message: result.error.message, color: "red" },
          ),
        );
    },
    [host],
  );
}
