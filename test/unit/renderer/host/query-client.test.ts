import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import {
  createQueryClient,
  followDataChanges,
  LOCAL_DATA,
  refetchRelative,
} from "../../../../renderer/host/query-client.ts";
import type { HostApi } from "../../../../shared/contract/contract.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";

/** The pushes that `followDataChanges` listens to. */
const PUSH_NAMES = [
  "dataChanged",
  "seen",
  "recordsChanged",
  "history",
  "alerts",
  "alertRules",
  "alertSettings",
  "update",
] as const;

/** A host that only pushes. */
function pushingHost(): { readonly host: HostApi; readonly push: (name: string, payload: unknown) => void } {
  const listeners = new Map<string, (payload: unknown) => void>();
  const subscriptions = PUSH_NAMES.map((name) => [
    `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    (listener: (payload: unknown) => void) => {
      listeners.set(name, listener);
      return () => {};
    },
  ]);
  return {
    host: Object.fromEntries(subscriptions) as HostApi,
    push: (name, payload) => listeners.get(name)?.(payload),
  };
}

const ITEMS_CHANGED = { revision: 1, resources: ["items"], totals: { items: 400, types: 0, locations: 0 } };

for (const { what, queryKey, name, payload } of [
  { what: "rows", queryKey: [LOCAL_DATA, "items", "rows"], name: "dataChanged", payload: ITEMS_CHANGED },
  {
    what: "the user's records",
    queryKey: [LOCAL_DATA, "documents", "p-1", "units"],
    name: "recordsChanged",
    payload: { connectionId: "p-1", document: "units" },
  },
  {
    what: "alerts",
    queryKey: [LOCAL_DATA, "alerts", "p-1"],
    name: "alerts",
    payload: { connectionId: "p-1" },
  },
])
  it(`the page refetches ${what} if they changed before the first response arrived`, async () => {
    const { host, push } = pushingHost();
    const client = createQueryClient();
    followDataChanges(host, client);
    const answers: ((value: number) => void)[] = [];
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
    });
    const stop = observer.subscribe(() => {});
    push(name, payload);
    // The core answered before the change, but its answer arrives after the push of the change.
    answers[0]?.(0);
    await waitUntil(() => answers.length === 2, "a second request");
    answers[1]?.(400);
    await expect.poll(() => observer.getCurrentResult().data, { timeout: 30_000 }).toBe(400);
    stop();
    client.clear();
  });

it("a view marked as seen in another window refetches only its unseen changes", async () => {
  const { host, push } = pushingHost();
  const client = createQueryClient();
  followDataChanges(host, client);
  const asked: string[] = [];
  const observers = ["p items all", "p items archived", "q items all"].map((name) => {
    const [connectionId, resource, view] = name.split(" ");
    const observer = new QueryObserver(client, {
      queryKey: [LOCAL_DATA, resource, connectionId, "unseen", view, 0],
      queryFn: () => asked.push(name),
    });
    return observer.subscribe(() => {});
  });
  await waitUntil(() => asked.length === 3, "the first answers");
  push("seen", { connectionId: "p", view: "all" });
  await waitUntil(() => asked.length > 3, "another answer");
  expect(asked.slice(3)).toEqual(["p items all"]);
  for (const stop of observers) stop();
  client.clear();
});

it("as time passes, the page refetches only results that depend on the current time", async () => {
  const old = { field: "checkedOutAt", op: "olderThan", value: "P7D" };
  const recent = { field: "updatedAt", op: "withinLast", value: "PT1H" };
  const everything = { version: 1 };
  const keys = {
    filter: ["rows", { version: 1, filter: { all: [{ not: { any: [old] } }] } }, null, 0],
    breakdown: ["breakdown", everything, { parts: [null, recent] }],
    text: ["selected", "1", JSON.stringify(["", { all: [recent] }])],
    fixed: ["rows", { version: 1, filter: { all: [{ field: "updatedAt", op: "empty" }] } }, null, 0],
    search: ["rows", { version: 1, search: "olderThan" }, null, 0],
    past: ["rows", { version: 1, filter: { all: [old] }, asOf: "2026-03-01T23:59:59Z" }, null, 0],
  };
  const client = createQueryClient();
  const asked: string[] = [];
  const stops = Object.entries(keys).map(([name, key]) =>
    new QueryObserver(client, {
      queryKey: [LOCAL_DATA, "items", "p", ...key],
      queryFn: () => asked.push(name),
    }).subscribe(() => {}),
  );
  await waitUntil(() => asked.length === 6, "the first answers");
  await refetchRelative(client);
  expect(asked.slice(6)).toEqual(["filter", "breakdown", "text"]);
  for (const stop of stops) stop();
  client.clear();
});
