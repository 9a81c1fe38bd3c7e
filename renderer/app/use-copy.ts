import { notifications } from "@mantine/notifications";
import { useCallback } from "react";
import { useServices } from "./app-context.tsx";

/** Copies a text, if wanted as HTML too, and says so. The app copies through its host; a browser's page has a clipboard of its own. */
export function useCopy(): (text: string, what: string, html?: string) => void {
  const { host, boot } = useServices();
  return useCallback(
    (text, what, html) => {
      const copied =
        boot.host === "browser"
          ? writeToBrowser(text, html).then(
              () => null,
              () => "The browser did not allow copying.",
            )
          : host
              .copyText({ text, ...(html === undefined ? {} : { html }) })
              .then((result) => (result.ok ? null : result.error.message));
      void copied.then((problem) =>
        notifications.show(
          problem === null ? { message: `${what} copied` } : { message: problem, color: "red" },
        ),
      );
    },
    [host, boot],
  );
}

function writeToBrowser(text: string, html: string | undefined): Promise<void> {
  if (html === undefined) return navigator.clipboard.writeText(text);
  const item = new ClipboardItem({
    "text/plain": new Blob([text], { type: "text/plain" }),
    "text/html": new Blob([html], { type: "text/html" }),
  });
  return navigator.clipboard.write([item]);
}
