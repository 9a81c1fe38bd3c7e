import type { HandlersOf } from "../../../../shared/contract/calls.ts";
import type { RECORD_CALLS } from "../../../../shared/query/record-calls.ts";
import { checkQuery } from "../../../../shared/query/query.ts";
import { verifyRecords } from "../../../sync/refresh-record.ts";
import type { CoreServices } from "../core-services.ts";

/** The handlers of one record, its changes, and the unseen changes of a view. */
export function recordHandlers({
  connections: { current },
  events,
}: Pick<CoreServices, "connections" | "events">) {
  return {
    getRecord: async ({ profileId, resource, id }) =>
      (await current.storeOf(profileId)?.reader.record(resource, id)) ?? null,
    refreshRecord: async ({ profileId, resource, id }) =>
      (await current.engineOf(profileId).refreshRecord(resource, id)).record,
    verifyRecords: async ({ profileId, resource, ids }) =>
      verifyRecords(current.engineOf(profileId), resource, ids),
    queryChanges: async ({ profileId, filter, upTo, offset, limit }) =>
      (await current.storeOf(profileId)?.reader.changes(filter, offset, limit, upTo)) ?? {
        changes: [],
        total: 0,
      },
    queryUnseen: async ({ profileId, view, resource, query, limit }) => {
      const store = current.storeOf(profileId);
      if (!store) return NO_CHANGES;
      const checked = checkQuery(resource, query);
      return store.reader.unseenChanges(view, resource, checked, limit, current.serviceNow());
    },
    markSeen: async ({ profileId = current.connection?.profileId, view, number }) => {
      await current.storeOf(profileId)?.writer.markSeen(view, number);
      if (profileId !== undefined) events.emit("seen", { profileId, view });
    },
  } satisfies HandlersOf<typeof RECORD_CALLS>;
}

/** The unseen changes of a view if there is no copy. */
const NO_CHANGES = {
  entered: 0,
  left: 0,
  changed: 0,
  records: [],
  upTo: 0,
  more: false,
  cutOff: false,
  seen: false,
};
