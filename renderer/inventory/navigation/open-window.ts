import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { CallInput } from "../../../shared/contract/contract.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useHost, useLocalCopy } from "../../host/host-context.ts";
import { useInventory } from "../inventory-context.ts";
import type { TableSearch } from "./open-record.ts";
import { succeeds } from "../../ui/notify.tsx";

const APART = "/record/";

/** Whether an address is of a window that shows one record and nothing else. */
export function isApart(pathname: string): boolean {
  return pathname.startsWith(APART);
}

interface ToTable {
  readonly to: `/${Resource}`;
  readonly search: TableSearch;
}

/** Opens another window, at a table or with what this one shows. The two are independent. */
export function useOpenWindow(): (at?: ToTable) => void {
  const host = useHost();
  const { views } = useInventory();
  const router = useRouter();
  const open = async (at?: ToTable): Promise<void> => {
    await views.flush();
    const here = window.location.hash.slice(1) || "/items";
    await succeeds(host.openWindow({ route: at ? encoded(router.buildLocation(at).href) : here }));
  };
  return (at) => void open(at);
}

/** Opens a record in its own window, or brings that to the front. @param listContext the query whose result it steps through. */
export function useOpenRecordWindow(): (resource: Resource, id: string, listContext?: Query) => void {
  const { host, profileId } = useLocalCopy();
  return (resource, id, listContext) =>
    void succeeds(host.openRecordWindow({ profileId, resource, id, ...(listContext && { listContext }) }));
}

/** For a record's own window: has the window of tables that it came from do something. */
export function useTablesWindow(): (wanted: CallInput<"showInTables">) => void {
  const host = useHost();
  return (wanted) => void succeeds(host.showInTables(wanted));
}

/** Goes to an address, in whichever window has screens. */
export function useGo(): (address: ToTable) => void {
  const router = useRouter();
  const tables = useTablesWindow();
  return (address) => {
    const { href } = router.buildLocation(address);
    if (isApart(router.state.location.pathname)) tables({ route: encoded(href) });
    else router.history.push(href);
  };
}

/** An address as a window's route: the router leaves letters as they are that no address has. */
function encoded(href: string): string {
  return new URL(`#${href}`, "app://stockdeck/").hash.slice(1);
}

/** Goes where a record's own window sends this one. */
export function useGoTo(): void {
  const host = useHost();
  const { history } = useRouter();
  useEffect(() => host.onGoTo(({ route }) => history.push(route)), [host, history]);
}
