import { notifications } from "@mantine/notifications";
import { useHost } from "../../host/host-context.ts";
import { adviseOn } from "../../ui/error-advice.ts";

/** Switches to another profile. If that fails, the present one stays and a message says why. */
export function useSwitch(): (profileId: string) => Promise<void> {
  const host = useHost();
  return async (profileId) => {
    const result = await host.switchProfile({ profileId });
    if (result.ok) return;
    const { title, advice } = adviseOn(result.error);
    notifications.show({ title, message: `${result.error.message} ${advice}`, color: "red" });
  };
}
