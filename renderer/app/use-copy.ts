import { notifications } from "@mantine/notifications";
import { useCallback } from "react";
import { useServices } from "./app-context.tsx";

/** Copies a text and says so. The app copies through its host; a browser's page has a clipboard of its own. */
export function useCopy(): (text: string, what: string) => void {
  const { host, boot } = useServices();
  return useCallback(
    (text, what) => {
      const copied =
        boot.host === "browser"
          ? navigator.clipboard.writeText(text).then(
              () => null,
              () => "The browser did not allow copying.",
            )
          : host.copyText({ text }).then((result) => (result.ok ? null : result.error.message));
      void copied.then((problem) =>
        notifications.show(
          problem === null ? { message: `${what} copied` } : { message: problem, color: "red" },
        ),
      );
    },
    [host, boot],
  );
}
