import path from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../../electron/base/clock.ts";
import { createLog } from "../../electron/base/log.ts";
import { ApiClient } from "../../electron/client/api-client.ts";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { RelaySubscriber } from "../../electron/features/webhooks/relay-subscriber.ts";
import { openInventoryStore } from "../../electron/store/store-client.ts";
import { EventFollower } from "../../electron/features/webhooks/live/event-follower.ts";
import { SyncEngine } from "../../electron/sync/sync-engine.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";

/**
 * A workstation as a process: a copy, an engine that polls, and a relay's events. Prints a line when it is live and
 * one for each pass. After a kill it continues from its last state.
 */
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "" },
    service: { type: "string", default: "" },
    key: { type: "string", default: "" },
    relay: { type: "string", default: "" },
    token: { type: "string", default: "" },
    poll: { type: "string", default: "60" },
  },
});
const { folder, service, key, relay, token, poll } = values;
const store = await openInventoryStore(path.join(folder, "inventory.sqlite"));
const log = createLog((line) => process.stdout.write(`${line}\n`));
const engine: SyncEngine = new SyncEngine({
  store,
  clock: systemClock,
  log,
  settings: { ...DEFAULT_SETTINGS, pollFocusedSeconds: Number(poll), overlapSeconds: 5 },
  onStatus: () => {},
  onDataChanged: () => {},
  onPassWritten: () => Promise.resolve(),
  onItemsChanged: () => {},
  onPassEnded: (pass) => follower.passEnded(pass),
});
await engine.load();
const { facts } = await store.writer.describe();
const follower: EventFollower = new EventFollower({
  engine,
  clock: systemClock,
  log,
  facts: facts.events,
  saveFacts: (events) => store.writer.saveFacts({ events }),
  nameEvents: (named) => store.writer.nameEvents(named),
  onChange: () => {},
});
follower.follow({ name: relay, collectSeconds: 0 });
await engine.useClient(new ApiClient({ baseUrl: service, key, fetch: nodeFetch, clock: systemClock }));
const subscriber = new RelaySubscriber({
  url: relay,
  token,
  fetch: nodeFetch,
  clock: systemClock,
  place: follower.place,
  onEvent: (event, place) => follower.accept(event, place),
  onGap: () => follower.noteGap(),
  onRefused: () => {},
  onState: (state) => {
    if (engine.status.live?.state !== state) process.stdout.write(`events: ${state}\n`);
    follower.noteSource(state, state === "live");
  },
});
process.once("SIGTERM", () => void subscriber.close());
