import path from "node:path";
import {
  startSampleService,
  type SampleService,
  type Webhook,
} from "../../../electron/sample-service/index.ts";
import { DEFAULT_EVENT_SETTINGS } from "../../../shared/features/webhooks/event-calls.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { callHost, waitForStatus, waitForStock } from "../../e2e/host-client.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { SECRET } from "../../unit/electron/features/webhooks/support.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { indexRead } from "../index-read.ts";
import { launchChromium } from "../page/chromium.ts";
import { readOwnGrid, startOwnHost } from "../page/own-host.ts";
import { WatchedPage } from "../page/watched-page.ts";
import { addToken, ANY_PORT, startRelay } from "./relay-process.ts";

const ITEMS = 100_000;
/** Seconds between scheduled refreshes: none comes while it is measured. */
const NEVER = 3_600;
const PATIENCE = 120_000;

/**
 * Everything between a change and the eye: the sample service in this process; relay, host and Chromium in others. The
 * page shows the items that were changed last.
 */
export interface LiveStand {
  readonly service: SampleService;
  /** The webhook by which the service delivers events to the relay. */
  readonly webhook: Webhook;
  readonly watched: WatchedPage;
  /** Follows the relay, with events collected for so long. */
  follow(collectSeconds: number): Promise<void>;
  /** Whether an event waits for its effect. */
  hasWaiting(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openLiveStand(): Promise<LiveStand> {
  const folder = await temporaryFolder();
  const relayFolder = path.join(folder, "relay");
  const service = await startSampleService({ items: ITEMS, seed: 1 });
  const token = await addToken(relayFolder);
  const relay = await startRelay(relayFolder, ANY_PORT);
  const webhook = service.addWebhook({ url: `${relay.url}/webhooks`, secret: SECRET });
  const { host, url } = await startOwnHost(path.join(folder, "data"));
  await callHost(url, "saveSettings", {
    ...DEFAULT_SETTINGS,
    pollFocusedSeconds: NEVER,
    pollUnfocusedSeconds: NEVER,
  });
  await callHost(url, "connect", { baseUrl: service.url, key: service.key });
  await waitForStatus(url, ({ state }) => state === "idle", PATIENCE);
  await waitForStock(url);
  const profileId = (await callHost(url, "bootstrap")).connection?.profileId ?? "";
  const view = { version: 2, viewId: "all", search: "", chips: [] };
  const sort = [{ field: "updatedAt", direction: "desc" }];
  const columns = { order: [], visibility: {}, widths: {}, pins: {} };
  const value = JSON.stringify({ ...view, sort, columns });
  await callHost(url, "saveUiState", { profileId, name: "view.items", value });
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  const watched = await WatchedPage.open(page, `${url}#/items`, { read: readOwnGrid });
  await indexRead(url);
  return {
    service,
    webhook,
    watched,
    follow: async (collectSeconds) => {
      const settings = {
        ...DEFAULT_EVENT_SETTINGS,
        source: "relay",
        relayUrl: relay.url,
        collectSeconds,
      } as const;
      await callHost(url, "saveEvents", { profileId, settings, token });
      const isLive = async () => (await callHost(url, "eventState", { profileId })).state === "live";
      await waitUntil(isLive, "the relay's stream", PATIENCE);
    },
    hasWaiting: async () => {
      const { recent } = await callHost(url, "eventState", { profileId });
      return recent.some(({ outcome }) => outcome === "waiting");
    },
    close: async () => {
      await browser.close();
      await host.stop();
      await service.close();
      await relay.program.stop();
      await removeFolder(folder);
    },
  };
}
