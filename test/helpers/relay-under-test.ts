import { randomUUID } from "node:crypto";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { EventLogStore } from "../../electron/features/webhooks/receiver/event-log-store.ts";
import {
  startReceiver,
  type Receiver,
  type ReceiverOptions,
} from "../../electron/features/webhooks/receiver/receiver.ts";
import { hashOf, newToken } from "../../electron/features/webhooks/receiver/stream-requests.ts";
import type { SampleChange } from "../../electron/sample-service/index.ts";
import { EVENT_PRESETS } from "../../shared/features/webhooks/webhook-events.ts";

/** The secret that signs the deliveries of tests. */
export const WEBHOOK_SECRET = "whsec_c3RvY2tkZWNrLXRlc3Qtc2VjcmV0LTAwMDE=";

/** A relay with the token of one workstation. */
export interface RelayUnderTest {
  readonly receiver: Receiver;
  readonly file: string;
  readonly token: string;
}

/** Starts a relay for Standard Webhooks. @param folder of its log; an earlier start's log continues. */
export async function startRelay(
  folder: string,
  options: Partial<ReceiverOptions> = {},
): Promise<RelayUnderTest> {
  const file = path.join(folder, "events.sqlite");
  const receiver = await startReceiver({
    file,
    host: "127.0.0.1",
    port: 0,
    scheme: EVENT_PRESETS["standard-webhooks"],
    secrets: [WEBHOOK_SECRET],
    ...options,
  });
  // A relay that is started again has the former token too.
  const label = `desk ${Date.now()} ${Math.random()}`;
  return { receiver, file, token: addToken(file, label) };
}

/** Adds a workstation's token to a log, as the command does. The receiver may be running. */
export function addToken(file: string, label = "desk"): string {
  const token = newToken();
  const store = new EventLogStore(file);
  try {
    store.addToken(label, hashOf(token), Date.now());
  } finally {
    store.close();
  }
  return token;
}

/** Delivers an event as the service would. @returns the status of the answer. */
export async function deliver(url: string, event: Readonly<Record<string, unknown>>): Promise<number> {
  const body = JSON.stringify(event);
  const [id, at] = [`msg_${randomUUID()}`, new Date()];
  const signature = new Webhook(WEBHOOK_SECRET).sign(id, at, body);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signature,
  };
  const { status } = await fetch(`${url}/webhooks`, {
    method: "POST",
    headers,
    body,
    signal: AbortSignal.timeout(30_000),
  });
  return status;
}

/** The event of a change (specification 2.7). The presets find the id of its record. */
export const eventOf = ({ type, occurredAt, id }: SampleChange): Readonly<Record<string, unknown>> => ({
  eventId: `evt_${randomUUID()}`,
  type,
  occurredAt,
  companyId: "cmp_1",
  data: { id },
});
