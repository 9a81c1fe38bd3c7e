import { clock } from "../../base/clock.ts";
import type { CallOutput, HostApi } from "../../../shared/contract/contract.ts";
import type { Result } from "../../../shared/base/errors.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { layoutSnapshotKey } from "../../../shared/features/windows/window-names.ts";
import { CHUNK_ROWS } from "../../inventory/records/chunk-rows.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { paintEarlyRows } from "./paint-early-rows.ts";
import { readSnapshot, type LayoutSnapshot } from "./layout-snapshot.ts";

type Answer = Result<CallOutput<"queryPage">>;

/** The first rows of the page's first table. They are requested before the page's large scripts are fetched. */
export interface EarlyRows {
  /**
   * Returns the rows at its first call. Null if the rows belong to another table or query, or if the data have changed
   * since.
   */
  readonly take: (connectionId: string, resource: Resource, tableQuery: TableQuery) => Promise<Answer> | null;
}

/** The table that a page's address names; null for another screen. @param hash the hash of the address. */
export function tableAt(hash: string): Resource | null {
  const [path = ""] = hash.slice(1).split("?");
  return RESOURCES.find((name) => path === `/${name}`) ?? null;
}

/**
 * Requests and paints the first rows of a table; null if the table has no snapshot. `drawn` resolves when the rows are
 * painted.
 */
export async function requestEarlyRows(
  host: HostApi,
  connectionId: string,
  resource: Resource,
  state: Promise<string | null>,
  window: number,
): Promise<(EarlyRows & { readonly drawn: Promise<void> }) | null> {
  const saved = host.loadUiState({ connectionId, name: layoutSnapshotKey(window, resource) });
  const snapshot = readSnapshot(await saved, await state);
  if (!snapshot) return null;
  const { query } = snapshot;
  let isStale = false;
  const stopListening = host.onDataChanged(() => {
    isStale = true;
  });
  const answer = host.queryPage({ connectionId, resource, query, offset: 0, limit: CHUNK_ROWS });
  return {
    drawn: answer.then((result) => paint(snapshot, result)),
    take: (ofConnection, of, tableQuery) => {
      stopListening();
      return !isStale && ofConnection === connectionId && of === resource && isOf(tableQuery, snapshot)
        ? answer
        : null;
    },
  };
}

function isOf({ query, groups }: TableQuery, snapshot: LayoutSnapshot): boolean {
  return groups === null && JSON.stringify(query) === JSON.stringify(snapshot.query);
}

/** Paints the rows and waits until a frame shows them. The wait is limited, because a hidden window has no frames. */
async function paint(snapshot: LayoutSnapshot, answer: Answer): Promise<void> {
  if (!answer.ok || !paintEarlyRows(snapshot, answer.value)) return;
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => clock.after(0, resolve));
    clock.after(FRAME_TIMEOUT_MS, resolve);
  });
}

/** The longest time to wait for a frame; ms. */
const FRAME_TIMEOUT_MS = 50;
