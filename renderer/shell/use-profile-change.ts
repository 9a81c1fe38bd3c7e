import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isApart } from "../inventory/navigation/open-window.ts";
import { dropProfile } from "../host/query-client.ts";
import { router } from "./router.tsx";

/** After a switch of profiles, drops the previous profile's cached data and its records from the address. */
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
    // A record's own window waits for its profile to be opened again.
    if (isApart(pathname)) return;
    const stays = former !== null && pathname !== "/add-connection";
    // A record's page belongs to the previous profile; its table exists in every profile.
    const screen = `/${pathname.split("/")[1] ?? ""}`;
    void router.navigate({ to: stays ? screen : "/items", search: {}, replace: true });
  }, [client, profileId]);
}
