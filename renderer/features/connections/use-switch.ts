import { notifications } from "@mantine/notifications";
import { useHost } from "../../host/host-context.ts";
import { adviseOn } from "../../ui/error-advice.ts";

/**
 * Switches to another connection. If the switch fails, the present connection stays open and a message gives the
 * reason.
 */
export function useSwitch(): (connectionId: string) => Promise<void> {
  const host = useHost();
  return async (connectionId) => {
    const result = await host.switchConnection({ connectionId });
    if (result.ok) return;
    const { title, advice } = adviseOn(result.error);
    notifications.show({ title, message: `${result.error.message} ${advice}`, color: "red" });
  };
}
