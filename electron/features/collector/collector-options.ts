import path from "node:path";
import type { AppFailure } from "../../../shared/base/errors.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Fetch } from "../../client/transport.ts";
import type { PassMode } from "../../sync/pass-options.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import type { OpenConnectionOptions } from "../connections/public.ts";
import type { DeliveryOptions } from "./serving/webhooks/deliveries.ts";
import type { ListenOptions } from "./serving/collector-server.ts";
import type { CollectorMail } from "./collector-mail.ts";
import type { StoreAddress } from "./store-address.ts";

export interface CollectorOptions {
  /** The data folder. No other process may use it. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly computations: OpenConnectionOptions["computations"];
  readonly listen: ListenOptions;
  /** How the service signs its deliveries; absent if it delivers no events. */
  readonly webhooks?: DeliveryOptions | undefined;
  /** The id of the keychain's entry for the key. */
  readonly connectionId: string;
  /** True to begin with a full check whose removals the administrator has confirmed. */
  readonly acceptRemovals?: boolean;
  /** True to begin a new own database if the former one is damaged or lost. */
  readonly acceptsLoss?: boolean;
  /** True to begin another numbering of the changes. All clients then load a snapshot. */
  readonly newEpoch?: boolean;
  /** The PostgreSQL database with the authoritative data. Absent if the collector's own copy is authoritative. */
  readonly store?: StoreAddress | undefined;
  /** True to create the views for other programs in the store (docs/sql.md). */
  readonly sqlViews?: boolean;
  /** The mail of the collector; absent if it sends no mail. */
  readonly mail?: CollectorMail | undefined;
  /** Called once if the collector cannot continue. */
  onFailed(failure: AppFailure): void;
}

export interface Collector {
  /** The address without a path. It is the base URL for clients. */
  readonly url: string;
  /** Runs a pass now, or joins the running pass. A collector that waits to take over does nothing. */
  refresh(mode: PassMode): Promise<void>;
  /** Stops the running pass, ends all streams, and closes the files. */
  close(): Promise<void>;
}

/** The folder for the files that wait to be sent by mail. */
export const mailFolder = (folder: string): string => path.join(dataFolder(folder).folder, "mail");

/** The path of the collector's own database in a data folder. */
export const collectorFile = (folder: string): string =>
  path.join(dataFolder(folder).folder, "collector.sqlite");
