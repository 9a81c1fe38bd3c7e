import type { PushPayload } from "../../shared/contract/contract.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import type { SyncStatus } from "../../shared/inventory/status.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { ApiClient } from "../client/api-client.ts";
import type { CollectorAdditions } from "./collector/collector-stream.ts";
import type { EndedPass } from "./pass.ts";
import type { SyncedStore } from "./synced-store.ts";

/** The services that an engine uses, and its listeners. */
export interface EngineOptions {
  readonly store: SyncedStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  onStatus(status: SyncStatus): void;
  onDataChanged(change: PushPayload<"dataChanged">): void;
  /** Called when a pass has written all its rows. The pass ends when the promise resolves. It never rejects. */
  onPassWritten(): Promise<void>;
  /**
   * Called when the items that the stock consists of have changed.
   * @param rests true if the writer's thread has ended.
   */
  onItemsChanged(rests: boolean): void;
  onPassEnded(pass: EndedPass): void;
  /** True to follow a collector if one answers at the base URL. */
  readonly followsCollectors?: boolean | undefined;
  /**
   * Called when the copy begins to follow a collector. A collector has further paths and message fields for
   * features.
   */
  followAdditions?(client: ApiClient): CollectorAdditions;
}
