import { Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useHost } from "../../host/host-context.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { AUTOSTART } from "./messages.ts";

const KEY = ["autostart"] as const;

/**
 * The switch that makes the system start Stockdeck at login. It shows the state of the system; a browser has no such
 * entry, so the switch is missing.
 */
export function AutostartSwitch() {
  const host = useHost();
  const client = useQueryClient();
  // The query runs again on focus, because the user may change the entry in the system's settings.
  const { data: state, error } = useQuery({
    queryKey: KEY,
    queryFn: () => unwrap(host.getAutostart()),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const change = useMutationCall(host.setAutostart, (next) => client.setQueryData(KEY, next));
  const failure = errorOf(change.error ?? error);
  if (state === "unavailable" || (state === undefined && failure === null)) return null;
  return (
    <Switch
      label={AUTOSTART.label}
      description={state === "needsApproval" ? AUTOSTART.needsApproval : AUTOSTART.hint}
      error={failure?.message}
      checked={state === "on" || state === "needsApproval"}
      onChange={(event) => change.mutate({ on: event.currentTarget.checked })}
    />
  );
}
