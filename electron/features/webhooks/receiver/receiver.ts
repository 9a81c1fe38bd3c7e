import type http from "node:http";
import { isIP, type AddressInfo } from "node:net";
import { MAX_SECRETS, STATUS_EVERY } from "../../../../shared/features/webhooks/webhook-events.ts";
import { invalidInput } from "../../../../shared/base/errors.ts";
import { systemClock, type Clock } from "../../../base/clock.ts";
import { secretProblem } from "../verify-delivery.ts";
import { Deliveries, type DeliveryCounts, type DeliveryOptions } from "./deliveries.ts";
import { EventLog, RETENTION, type Retention } from "./event-log.ts";
import { EventStream } from "./event-stream.ts";
import { createServer, listen, answer, answerUnread } from "./http-server.ts";
import { senderOf, trustedProxies, SenderLimits, type TrustedProxies } from "./sender.ts";
import { StreamRequests } from "./stream-requests.ts";

/** Timeouts and intervals in ms. */
const TIMES = {
  /** Timeouts of a request's headers and of its body. */
  headers: 10_000,
  body: 10_000,
  /** The interval of status events. */
  status: STATUS_EVERY * 1_000,
  /** The interval of checks for removed tokens. */
  tokens: 2_000,
  /** The timeout of a workstation that reads nothing. */
  stall: 30_000,
};

export interface ReceiverOptions extends DeliveryOptions {
  /** The event log's database, created if missing. */
  readonly file: string;
  readonly host: string;
  /** 0 chooses any free port. */
  readonly port: number;
  readonly retention?: Retention | undefined;
  readonly clock?: Clock | undefined;
  /** The proxies whose headers about senders are trusted; none by default. */
  readonly trusted?: TrustedProxies | undefined;
  readonly times?: Partial<typeof TIMES> | undefined;
}

export interface ReceiverCounts extends DeliveryCounts {
  /** The number of connected workstations. */
  readonly subscribers: number;
}

export interface Receiver {
  /** The receiver's address, without a path. */
  readonly url: string;
  /** Counts since the start. */
  counts(): ReceiverCounts;
  /** Stops the receiver. Every event that was answered with 202 stays stored. */
  close(): Promise<void>;
}

/**
 * Receives deliveries over HTTP, stores their events, and forwards them to workstations.
 * @security it has no API key. No secret, token or body is written to a file, a log, an answer or an error.
 * @throws AppFailure `invalid_input` for secrets that cannot be used, `store` for the log; the error of `listen` for
 * the address.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  requireSecrets(options);
  const { clock = systemClock, retention = RETENTION, trusted = trustedProxies([]), file } = options;
  const times = { ...TIMES, ...options.times };
  let stream: EventStream | null = null;
  const log = await EventLog.open(file, retention, clock, (events) => stream?.publish(events));
  const deliveries = new Deliveries(
    options,
    new SenderLimits(clock),
    clock,
    (event) => log.append(event),
    times.body,
  );
  stream = new EventStream({
    log: log.id,
    newest: log.newest,
    page: (after, limit) => log.store.after(after, limit),
    refused: () => deliveries.counts().refused,
    stallTimeout: times.stall,
  });
  const { server, connections } = createServer(times.headers, times.body, trusted, () =>
    deliveries.count("too_slow"),
  );
  const streams = new StreamRequests(log, stream, connections, clock);
  server.on("request", (request, response) => {
    route(request, response, senderOf(request, trusted), deliveries, streams).catch(() => {
      if (response.headersSent) response.destroy();
      else answerUnread(request, response, 503);
    });
  });
  const timers = [
    setInterval(() => stream.writeStatus(), times.status),
    setInterval(() => void streams.lookForRemoved(), times.tokens),
  ];
  const end = (): Promise<void> => stop(timers, server, streams, log);
  let ending: Promise<void> | null = null;
  try {
    await listen(server, options.host, options.port);
  } catch (thrown) {
    await end();
    throw thrown;
  }
  const { address, port } = server.address() as AddressInfo;
  const url = `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  return {
    url,
    counts: () => ({ ...deliveries.counts(), subscribers: stream.size }),
    close: () => (ending ??= end()),
  };
}

async function stop(
  timers: readonly NodeJS.Timeout[],
  server: http.Server,
  streams: StreamRequests,
  log: EventLog,
): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  const closed = new Promise((resolve) => server.close(resolve));
  await streams.close();
  await log.close();
  server.closeAllConnections();
  await closed;
}

/** @throws AppFailure `invalid_input` for secrets that cannot be used. */
export function requireSecrets({ secrets, scheme }: DeliveryOptions): void {
  if (secrets.length === 0 || secrets.length > MAX_SECRETS)
    throw invalidInput(`A receiver takes 1 to ${MAX_SECRETS} secrets, not ${secrets.length}.`);
  for (const [at, secret] of secrets.entries()) {
    const problem = secretProblem(secret, scheme);
    if (problem !== null) throw invalidInput(`Secret ${at + 1} ${problem}.`);
  }
}

/** The paths, with the method of each. */
const METHODS: Readonly<Record<string, "GET" | "POST">> = {
  "/webhooks": "POST",
  "/events": "GET",
  "/health": "GET",
};

async function route(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  sender: string,
  deliveries: Deliveries,
  streams: StreamRequests,
): Promise<void> {
  response.on("error", () => response.destroy());
  const [path = ""] = (request.url ?? "").split("?", 1);
  const method = Object.hasOwn(METHODS, path) ? METHODS[path] : undefined;
  if (method === undefined) return answerUnread(request, response, 404);
  if (request.method !== method) return answerUnread(request, response, 405, { allow: method });
  if (path === "/webhooks") return deliveries.take(request, response, sender);
  if (path === "/events") return streams.take(request, response, sender);
  answer(response, 200, { "content-type": "application/json", "cache-control": "no-store" }, "{}");
}
