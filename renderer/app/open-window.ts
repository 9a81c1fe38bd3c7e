import { notifications } from "@mantine/notifications";
import { useCallback } from "react";
import { useServices } from "./app-context.tsx";

/** Opens another window that shows what this one does, and goes its own way from then on. */
export function useOpenWindow(): () => void {
  const { host, views } = useServices();
  return useCallback(
    () =>
      void (async () => {
        await views.flush();
        const result = await host.openWindow({ route: window.location.hash.slice(1) || "/items" });
        if (!result.ok) notifications.show({ message: result.error.message, color: "red" });
      })(),
    [host, views],
  );
}
