import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useHost } from "../../host/host-context.tsx";

/** Goes where a record's own window sends this one. */
export function useGoTo(): void {
  const host = useHost();
  const { history } = useRouter();
  useEffect(() => host.onGoTo(({ route }) => history.push(route)), [host, history]);
}
