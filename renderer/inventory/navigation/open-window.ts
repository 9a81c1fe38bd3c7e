import { notifications } from "@mantine/notifications";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { CallInput } from "../../../shared/contract/contract.ts";
import type { Result } from "../../../shared/domain/errors.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useHost } from "../../host/host-context.tsx";
import { useInventory } from "../inventory-context.tsx";
import type { TableSearch } from "./open-record.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";

/** The start of the addresses of record windows. */
const APART = "/record/";

/** Whether an address is of a window that shows one record and nothing else. */
export function isApart(pathname: string): boolean {
  return pathname.startsWith(APART);
}

/** A table, as a link names it. */
interface ToTable {
  readonly to: `/${Resource}`;
  readonly search: TableSearch;
}

interface ToComparison {
  readonly to: "/comparison";
  readonly search: Readonly<Record<string, never>>;
}

/** Opens another window, at a table or with what this one shows. The two are independent. */
export function useOpenWindow(): (at?: ToTable) => void {
  const host = useHost();
  const { views } = useInventory();
  const router = useRouter();
  return useCallback(
    (at) =>
      void (async () => {
        await views.flush();
        const here = window.location.hash.slice(1) || "/items";
        await notifyFailure(host.openWindow({ route: at ? encoded(router.buildLocation(at).href) : here }));
      })(),
    [host, views, router],
  );
}

/**
 * Opens a record of the open profile in a window of its own, or brings that to the front. From there one goes on to the
 * others of the result of `among`, the query of the table that it is opened from.
 */
export function useOpenRecordWindow(): (resource: Resource, id: string, among?: Query) => void {
  const { host, profileId } = useLocalCopy();
  return useCallback(
    (resource, id, among) =>
      void notifyFailure(host.openRecordWindow({ profileId, resource, id, ...(among && { among }) })),
    [host, profileId],
  );
}

/** For a record's own window: has the window of tables that it came from do something. */
export function useTablesWindow(): (wanted: CallInput<"showInTables">) => void {
  const host = useHost();
  return useCallback((wanted) => void notifyFailure(host.showInTables(wanted)), [host]);
}

/** Goes to an address, in whichever window has screens. */
export function useGo(): (address: ToTable | ToComparison) => void {
  const router = useRouter();
  const tables = useTablesWindow();
  return useCallback(
    (address) => {
      const { href } = router.buildLocation(address);
      if (isApart(router.state.location.pathname)) tables({ route: encoded(href) });
      else router.history.push(href);
    },
    [router, tables],
  );
}

/** An address as a window's route: the router leaves letters as they are that no address has. */
function encoded(href: string): string {
  return new URL(`#${href}`, "app://stockdeck/").hash.slice(1);
}

async function notifyFailure(call: Promise<Result<unknown>>): Promise<void> {
  const result = await call;
  if (!result.ok) notifications.show({ message: result.error.message, color: "red" });
}
