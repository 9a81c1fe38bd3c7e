import http from "node:http";
import path from "node:path";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { onTestFinished } from "vitest";
import { EventLogStore } from "../../../electron/features/webhooks/receiver/event-log-store.ts";
import {
  startReceiver,
  type Receiver,
  type ReceiverOptions,
} from "../../../electron/features/webhooks/receiver/receiver.ts";
import type { WebhookEvent } from "../../../shared/features/webhooks/webhook-events.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { envelope, SECRET, signedHeaders, STANDARD } from "../../unit/electron/features/webhooks/support.ts";

/** A receiver of the running test, and its database. */
export interface ReceiverUnderTest {
  readonly receiver: Receiver;
  readonly file: string;
}

export async function receive(options: Partial<ReceiverOptions> = {}): Promise<ReceiverUnderTest> {
  const file = options.file ?? path.join(await temporaryFolder(), "events", "events.sqlite");
  const receiver = await startReceiver({
    file,
    host: "127.0.0.1",
    port: 0,
    scheme: STANDARD,
    secrets: [SECRET],
    ...options,
  });
  onTestFinished(() => receiver.close());
  return { receiver, file };
}

export function withStore<T>(file: string, work: (store: EventLogStore) => T): T {
  const store = new EventLogStore(file);
  try {
    return work(store);
  } finally {
    store.close();
  }
}

export interface Answered {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one request. @param headers pairs, so that a name may come twice. */
export function send(
  url: string,
  method: string,
  headers: readonly (readonly [string, string])[] = [],
  body: Buffer = Buffer.alloc(0),
  agent?: http.Agent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const raw = [...headers.flat(), "Host", "127.0.0.1", "Content-Length", String(body.length)];
    const request = http.request(url, { method, headers: raw, ...(agent ? { agent } : {}) }, (response) => {
      let text = "";
      response.on("data", (piece: Buffer) => (text += piece.toString()));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

let lastId = 0;

/** The headers of a delivery as the service sends it now. */
export function signed(body: Buffer, id = `msg_${(lastId += 1)}`, at = Date.now()): [string, string][] {
  const timestamp = String(Math.floor(at / 1_000));
  return signedHeaders({ scheme: STANDARD, secret: SECRET, body, id, timestamp });
}

/** An event with that number in its id. */
export const numbered = (number: number): Buffer =>
  envelope({ eventId: `evt_${number}`, data: { id: `itm_${number}` } });

/** Delivers one event. @returns the status. */
export async function deliver(url: string, body: Buffer, agent?: http.Agent): Promise<number> {
  return (await send(`${url}/webhooks`, "POST", signed(body), body, agent)).status;
}

/** Delivers events with these numbers, one after the other. */
export async function deliverAll(url: string, from: number, until: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  try {
    for (let number = from; number < until; number += 1) {
      const status = await deliver(url, numbered(number), agent);
      if (status !== 202) throw new Error(`answered ${status}`);
    }
  } finally {
    agent.destroy();
  }
}

/** A workstation that reads the stream. */
export interface Workstation {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly response: http.IncomingMessage;
  /** All that came so far. */
  readonly messages: readonly EventSourceMessage[];
  /** The ids of the events that came so far. */
  eventIds(): string[];
  lastEventId(): string | undefined;
  isClosed(): boolean;
  leave(): void;
  /** Resolves once that number of changes has come. */
  waitFor(changes: number): Promise<void>;
}

export function subscribe(url: string, token: string, lastEventId?: string): Promise<Workstation> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    };
    const request = http.get(`${url}/events`, { headers, agent: false }, (response) => {
      const messages: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (message) => void messages.push(message) });
      let closed = false;
      response.on("data", (piece: Buffer) => parser.feed(piece.toString()));
      response.on("error", () => {});
      response.on("close", () => (closed = true));
      const changes = (): EventSourceMessage[] => messages.filter(({ event }) => event === "change");
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        response,
        messages,
        eventIds: () => changes().map(({ data }) => (JSON.parse(data) as WebhookEvent).id),
        lastEventId: () => messages.findLast(({ id }) => id !== undefined)?.id,
        isClosed: () => closed,
        leave: () => void request.destroy(),
        waitFor: (count) => waitUntil(() => changes().length >= count, `${count} changes`, 15_000),
      });
    });
    request.on("error", reject);
    onTestFinished(() => void request.destroy());
  });
}

/** The ids of events with these numbers. */
export const idsOf = (from: number, until: number): string[] =>
  Array.from({ length: until - from }, (_, at) => `evt_${from + at}`);
