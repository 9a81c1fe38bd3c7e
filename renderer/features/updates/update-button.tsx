import { Button } from "@mantine/core";
import type { UpdateState } from "../../../shared/features/updates/updates.ts";
import { useHost } from "../../host/host-context.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { UPDATE } from "./messages.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { HostApi } from "../../../shared/contract/contract.ts";
import { UPDATE_KEY } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";

/** The button for the next step of an update, if the user can take it. */
export function UpdateButton({ update: { step, way } }: { readonly update: UpdateState }) {
  const host = useHost();
  if (step === "ready")
    return <Button onClick={() => void succeeds(host.installUpdate())}>{UPDATE.install}</Button>;
  if (step !== "available") return null;
  if (way === "notify")
    return <PlainButton onClick={() => void succeeds(host.openUpdatePage())}>{UPDATE.openPage}</PlainButton>;
  return <Button onClick={() => void succeeds(host.downloadUpdate())}>{UPDATE.download}</Button>;
}

const updateQuery = (host: HostApi) =>
  queryOptions({ queryKey: UPDATE_KEY, queryFn: () => unwrap(host.getUpdate()) });

/** The state of the app's update; null until the core has reported it. */
export function useUpdate(): UpdateState | null {
  return useQuery(updateQuery(useHost())).data ?? null;
}
