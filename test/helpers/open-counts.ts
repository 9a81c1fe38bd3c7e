import { PushBus } from "../../electron/base/push-bus.ts";
import { CountService } from "../../electron/features/counts/count-service.ts";
import type { CountTeam } from "../../electron/features/counts/team-counts.ts";
import { serveHere } from "../../electron/store/database/worker-rpc.ts";
import type { InventoryReader } from "../../electron/index/inventory-reader.ts";
import type { InventoryStore } from "../../electron/index/inventory-store.ts";
import { ConnectionDocuments } from "../../electron/store/user-data/connection-documents.ts";
import { makeUserStore } from "../../electron/hosts/core/user-store.ts";

/** Opens the service of counts in this thread. @param now ms since the epoch. */
export function openCounts(userFile: string, reader: InventoryReader, now: number) {
  const store = serveHere(() => makeUserStore(userFile));
  const documents = new ConnectionDocuments({
    store,
    clock: { now: () => now },
    requireConnection: () => undefined,
    onSaved: () => {},
    onChange: async () => undefined,
  });
  const events = new PushBus();
  const served = serveHere(() => reader);
  const current = {
    storeOf: () => ({ reader: served }) as unknown as InventoryStore,
    serviceNow: () => now,
  };
  /** Makes the service as after a start of the app. */
  const open = (): CountService => new CountService({ documents, current, events, team: NO_TEAM });
  return { store, documents, events, current, open };
}

/** A connection whose service is no collector. */
const NO_TEAM: CountTeam = {
  member: () => Promise.resolve(null),
  give: () => Promise.reject(new Error("there is no team")),
  deleteRecord: () => Promise.reject(new Error("there is no team")),
};

/** A count of all items. */
export const WHOLE_COUNT = {
  connectionId: "one",
  name: "Hall",
  scope: { kind: "all" },
  share: 100,
  blind: false,
  withCheckedOut: false,
  tolerance: 2,
  query: { version: 1 },
  withTeam: false,
} as const;
