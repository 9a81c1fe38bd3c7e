import { onTestFinished } from "vitest";
import { startSampleService, type SampleOptions, type SampleService } from "../../service/index.ts";

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The tests read any part of the service's answers.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** A small service that ends after the test. */
export async function serve(options: SampleOptions = {}): Promise<SampleService> {
  const service = await startSampleService({ items: 60, ...options });
  onTestFinished(() => service.close());
  return service;
}

type Called = Pick<SampleService, "url" | "key" | "company">;

/** One request, by default with the service's key. */
export async function call(service: Called, path: string, init: RequestInit = {}): Promise<Reply> {
  const headers = { authorization: `Bearer ${service.key}`, accept: "application/json" };
  const response = await fetch(service.url + path, { redirect: "manual", headers, ...init });
  const text = await response.text();
  const isJson = text !== "" && response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** A list path with its query, e.g. `list("items", { limit: 2 })`. */
export function list(resource: string, query: Readonly<Record<string, string | number>> = {}): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/inventory/${resource}${text.length === 0 ? "" : "?"}${text.join("&")}`;
}

/** The pages of a listing, at most fifty. */
export async function pages(
  service: Called,
  resource: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 50; page++) {
    const reply = await call(service, list(resource, cursor === undefined ? query : { ...query, cursor }));
    replies.push(reply);
    if (reply.status !== 200 || reply.json.meta.hasMore === false) break;
    cursor = reply.json.meta.nextCursor;
  }
  return replies;
}

/** The ids of the records of pages, in their order. */
export const idsOf = (replies: readonly Reply[]): readonly string[] =>
  replies.flatMap((reply) => reply.json.data.map((record: { readonly id: string } | null) => record?.id));

/** The ids of the company's items in the order of a listing. */
export const itemIds = (service: Called): readonly string[] =>
  [...service.company.items.all()].map((item) => item.id);
