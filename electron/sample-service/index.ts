import type { ServerResponse } from "node:http";
import { systemClock } from "../base/clock.ts";
import type { Answer } from "../api-server/answers.ts";
import { Clockwork } from "./clockwork.ts";
import { makeCompany, type SampleCompany } from "./company.ts";
import { answerRequest, keyOf, listen, newKey, requestIds, unknownKey } from "./exchange.ts";
import { Pager } from "./pages.ts";
import { eventOf, WebhookEndpoint, type WebhookOptions } from "./webhook-endpoint.ts";

export type { SampleCompany } from "./company.ts";
export { checkWebhook, type WebhookOptions } from "./webhook-endpoint.ts";

/** The options with which a sample service starts. */
export interface SampleOptions {
  /** The port; 0, the default, chooses any free port. */
  readonly port?: number;
  readonly items?: number;
  /** The seed. Together with the item count and the start time, it determines the company. */
  readonly seed?: number;
  /** The API key; by default a random one. */
  readonly key?: string | undefined;
  /** The number of changes in a minute; 0, the default, freezes the company. */
  readonly eventsPerMinute?: number;
}

/** A running sample service. It serves the whole specification over real HTTP on 127.0.0.1. */
export interface SampleService {
  /** The base URL without a slash at its end, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly key: string;
  readonly company: SampleCompany;
  /**
   * Registers an endpoint. It gets a signed delivery for every change.
   * @throws Error for a URL or a secret that cannot be used.
   */
  addWebhook(options: WebhookOptions): void;
  /** Stops the service, and closes all sockets at once. */
  close(): Promise<void>;
}

/** Starts a sample service. */
export async function startSampleService({
  port = 0,
  items = 5_000,
  seed = 1,
  key = newKey(),
  eventsPerMinute = 0,
}: SampleOptions = {}): Promise<SampleService> {
  const now = (): number => systemClock.now();
  const company = makeCompany({ seed, items, now });
  const pager = new Pager();
  const nextId = requestIds();
  const server = await listen(port, (request, response) => {
    const answer = answerRequest(request, nextId(), {
      companyOf: () => {
        if (keyOf(request) !== key) throw unknownKey();
        return company;
      },
      page: (_company, query) => pager.page({ company, query, now: now() }),
    });
    send(response, answer);
  });
  const endpoints: WebhookEndpoint[] = [];
  company.onChange((change) => {
    for (const endpoint of endpoints) void endpoint.send(eventOf(company.id, change));
  });
  const clockwork = new Clockwork(systemClock, () => company.step());
  clockwork.run(eventsPerMinute);
  return {
    url: server.url,
    key,
    company,
    addWebhook: (webhook) => void endpoints.push(new WebhookEndpoint(webhook, systemClock)),
    close: () => {
      clockwork.stop();
      for (const endpoint of endpoints) endpoint.close();
      return server.close();
    },
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response
    .writeHead(status, {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    })
    .end(body);
}
