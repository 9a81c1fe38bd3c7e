import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MailState } from "../../../shared/delivery/mail.ts";
import { useHost } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";

const KEY = ["mail"] as const;

/** The settings of mail; undefined while they are loading. Changes in other windows update them. */
export function useMail(): MailState | undefined {
  const host = useHost();
  const client = useQueryClient();
  useEffect(() => host.onMail((state) => client.setQueryData(KEY, state)), [host, client]);
  return useQuery({ queryKey: KEY, queryFn: () => unwrap(host.getMail()), staleTime: 0 }).data;
}
