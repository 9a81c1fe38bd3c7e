import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { MAX_SEARCH } from "../../../shared/query/query.ts";
import { SEPARATOR } from "../../../shared/features/scanner/scan-pattern.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { useInventory } from "../../table/inventory-context.ts";
import { recordQuery } from "../../inventory/records/record-queries.ts";
import { useScanRefusal } from "../../inventory/scans/use-scan-refusal.ts";
import { clearFilters } from "../../table/views/view-state.ts";
import { defineDialog } from "../../ui/dialog.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import type { AmbiguousScan } from "./choice-dialog.tsx";
import { notFound, SCANS } from "./messages.ts";

const choiceDialog = defineDialog<AmbiguousScan>(
  lazyPart(() => import("./choice-dialog.tsx"), "ChoiceDialog"),
);

/**
 * Returns a function that opens the record that a scanned text names. If several records match, a dialog lists them; if
 * no record matches, a notice has a button for the search.
 */
export function useOpenScanned(): (text: string) => Promise<void> {
  const api = useConnectionApi();
  const client = useQueryClient();
  const refuse = useScanRefusal();
  const { views } = useInventory();
  const { host, connectionId: connection } = api;
  const router = useRouter();
  const search = (text: string): void => {
    // A code may be too long for a search, and may contain separators, although no name contains separators.
    const cut = text.replaceAll(SEPARATOR, " ").slice(0, MAX_SEARCH);
    views.update(connection, "items", (now) => ({ ...clearFilters(now), search: cut }));
    void router.navigate({ to: "/items", search: {} });
  };
  return async (text) => {
    const input = { connectionId: connection, text, resources: [...RESOURCES] };
    const found = await valueOrNotice(host.lookUpScan(input));
    if (found === null) return;
    const [record, second] = found.records;
    if (record === undefined) {
      refuse(notFound(text), { label: SCANS.search, act: () => search(text) });
    } else if (second !== undefined) choiceDialog.open({ text, ...found });
    else {
      const { resource, id } = record;
      // The record is read first, because the table's request for rows may take longer.
      await client.prefetchQuery(recordQuery(api, resource, id));
      await router.navigate({ to: `/${resource}`, search: { record: id, connection } });
    }
  };
}
