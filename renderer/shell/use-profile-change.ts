import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isApart } from "../inventory/navigation/open-window.ts";
import { dropProfile } from "../host/query-client.ts";
import { router } from "./router.tsx";

/**
 * Cleans up behind a switch: what the cache holds of the former profile goes, and so does what the address says of
 * its records. Neither could be shown under the new name, since both name their profile.
 */
export function useProfileChange(profileId: string | null): void {
  const client = useQueryClient();
  const last = useRef(profileId);
  useEffect(() => {
    const former = last.current;
    last.current = profileId;
    if (former === profileId) return;
    if (former !== null) dropProfile(client, former);
    if (profileId === null) return;
    const { pathname } = router.state.location;
    // A record's own window waits until its profile is open again.
    if (isApart(pathname)) return;
    const stays = former !== null && pathname !== "/add-connection";
    // A page of one record is of the former profile's; its table is of any.
    const screen = `/${pathname.split("/")[1] ?? ""}`;
    void router.navigate({ to: stays ? screen : "/items", search: {}, replace: true });
  }, [client, profileId]);
}
