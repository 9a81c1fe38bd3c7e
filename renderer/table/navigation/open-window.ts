import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useHost } from "../../host/host-context.ts";
import { useInventory } from "../inventory-context.ts";
import { succeeds } from "../../ui/notify.tsx";

/** Returns a function that opens another window with the screen of this window. The two windows are independent. */
export function useOpenWindow(): () => void {
  const host = useHost();
  const { views } = useInventory();
  const open = async (): Promise<void> => {
    await views.flush();
    await succeeds(host.openWindow({ route: window.location.hash.slice(1) || "/items" }));
  };
  return () => void open();
}

/** Shows the screens that the core requests in this window, such as an alert's rows. */
export function useGoTo(): void {
  const host = useHost();
  const { history } = useRouter();
  useEffect(() => host.onGoTo(({ route }) => history.push(route)), [host, history]);
}
