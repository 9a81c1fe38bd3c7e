import { useQuery } from "@tanstack/react-query";
import { COMPUTED_FIELDS, FIELDS } from "../../../shared/inventory/fields.ts";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import { joinedName } from "../../../shared/query/views/shown-columns.ts";
import type { AppError } from "../../../shared/base/errors.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { usePastDay } from "../../host/past-day.ts";
import { errorOf } from "../../base/unwrap.ts";
import { recordQuery, verifiedQuery } from "../../inventory/records/record-queries.ts";

export interface VerifiedRecord {
  /** The record. Null if the local copy does not have it; undefined until this is known. */
  readonly record: StoredRecord | null | undefined;
  readonly verifying: boolean;
  /** When the service last confirmed the record, in ms since the epoch; null if it has not confirmed it. */
  readonly verifiedAt: number | null;
  readonly problem: AppError | null;
  readonly verifyAgain: () => void;
}

/** Reads a record from the local copy, and fetches the same record from the service. */
export function useVerifiedRecord(resource: Resource, id: string): VerifiedRecord {
  const api = useConnectionApi();
  const local = useQuery(recordQuery(api, resource, id));
  // The service cannot return a record as of a past day.
  const isPast = usePastDay() !== null;
  const remote = useQuery({ ...verifiedQuery(api, resource, id), enabled: !isPast });
  return {
    record: newer(local.data, remote.data),
    verifying: remote.isFetching,
    verifiedAt: remote.data && !remote.error ? remote.dataUpdatedAt : null,
    problem: errorOf(remote.error ?? local.error),
    verifyAgain: () => {
      if (!isPast) void remote.refetch();
    },
  };
}

function newer(
  local: StoredRecord | null | undefined,
  remote: StoredRecord | undefined,
): StoredRecord | null | undefined {
  if (!remote || !local) return remote ?? local;
  return Date.parse(local.fetchedAt) > Date.parse(remote.fetchedAt) ? local : withLocalParts(local, remote);
}

/**
 * Completes the service's record by local values that the service does not send: names of references, and computed
 * columns.
 */
function withLocalParts(local: StoredRecord, remote: StoredRecord): StoredRecord {
  const row = { ...remote.row };
  for (const { name, references } of FIELDS[remote.resource]) {
    const joined = joinedName(name);
    if (references && local.row[name] === row[name]) row[joined] = local.row[joined] ?? null;
  }
  for (const { name } of COMPUTED_FIELDS[remote.resource]) row[name] = local.row[name] ?? null;
  return { ...remote, row };
}
