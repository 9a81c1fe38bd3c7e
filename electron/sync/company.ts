import { SYNC_ERRORS } from "./messages.ts";
import { AppFailure, isLasting, said } from "../../shared/base/errors.ts";
import type { ApiClient } from "../client/api-client.ts";
import type { InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { Remote } from "../store/database/worker-rpc.ts";

/** Rows that are requested by id if the listing contains no known location. */
const PROBES = 2;
/** The number of rows from which they are chosen. Some ids may not fit into a URL. */
const CANDIDATES = 20;
/** After this many failed requests, the service itself seems to fail. */
const MOST_FAILURES = 3;

/**
 * Confirms that the key belongs to the company of the copy's rows (design 4.8). It runs before anything is written. The
 * service scopes every request to the key's company (specification 1), so a known location proves it. If the listing
 * contains none, two rows are requested by id.
 * @param locations the records of a complete listing of locations.
 * @throws AppFailure `other_company` if the service knows none of the rows; a request's own failure if none could be
 * answered.
 */
export async function confirmCompany(
  client: ApiClient,
  writer: Remote<InventoryWriter>,
  locations: readonly unknown[],
  signal?: AbortSignal,
): Promise<void> {
  if (await writer.recognises("locations", locations)) return;
  let asked = 0;
  const failures: AppFailure[] = [];
  for (const { resource, id } of await writer.knownRows(CANDIDATES)) {
    if (asked === PROBES) break;
    try {
      const { record } = await client.getRecord(resource, id, { priority: "background", signal });
      asked += 1;
      if (await writer.recognises(resource, [record])) return;
    } catch (thrown) {
      if (!(thrown instanceof AppFailure)) throw thrown;
      const { kind } = thrown.error;
      if (kind === "not_found") asked += 1;
      if (kind === "not_found" || kind === "not_addressable") continue;
      failures.push(thrown);
      if (kind === "cancelled" || isLasting(thrown.error) || failures.length === MOST_FAILURES) throw thrown;
    }
  }
  if (asked === 0) {
    if (failures[0]) throw failures[0];
    // If no row can be requested, there is no sign of a wrong key.
    return;
  }
  throw new AppFailure({
    kind: "other_company",
    ...said(SYNC_ERRORS.otherCompany),
  });
}
