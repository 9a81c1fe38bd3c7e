import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createQueryClient, followDataChanges, LOCAL_DATA } from "../../../../renderer/host/query-client.ts";
import type { PushPayload, HostApi } from "../../../../shared/contract/contract.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";

it("the page fetches rows again if the copy changed while the first answer was on its way", async () => {
  let emit: (change: PushPayload<"dataChanged">) => void = () => {};
  const host = {
    onDataChanged: (listener: typeof emit) => {
      emit = listener;
      return () => {};
    },
    onSeen: () => () => {},
    onNames: () => () => {},
    onRecordsChanged: () => () => {},
    onHistory: () => () => {},
    onAlerts: () => () => {},
    onAlertRules: () => () => {},
    onAlertSettings: () => () => {},
    onUpdate: () => () => {},
    onCustody: () => () => {},
  } as Partial<HostApi> as HostApi;
  const client = createQueryClient();
  followDataChanges(host, client);

  const answers: ((rows: number) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: [LOCAL_DATA, "items", "rows"],
    queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  emit({ revision: 1, resources: ["items"], totals: { items: 400, types: 0, locations: 0 } });
  // The reader had answered before the commit; its answer arrives after word of the commit.
  answers[0]?.(0);
  await waitUntil(() => answers.length === 2, "a second request");
  answers[1]?.(400);
  await expect.poll(() => observer.getCurrentResult().data).toBe(400);
  stop();
  client.clear();
});

it("if another window marks a view as seen, the page fetches the unseen changes of this view only", async () => {
  let emit: (seen: PushPayload<"seen">) => void = () => {};
  const host = {
    onDataChanged: () => () => {},
    onNames: () => () => {},
    onRecordsChanged: () => () => {},
    onHistory: () => () => {},
    onAlerts: () => () => {},
    onAlertRules: () => () => {},
    onAlertSettings: () => () => {},
    onUpdate: () => () => {},
    onCustody: () => () => {},
    onSeen: (listener: typeof emit) => {
      emit = listener;
      return () => {};
    },
  } as Partial<HostApi> as HostApi;
  const client = createQueryClient();
  followDataChanges(host, client);
  const asked: string[] = [];
  const observers = ["p items all", "p items archived", "q items all"].map((name) => {
    const [profileId, resource, view] = name.split(" ");
    const observer = new QueryObserver(client, {
      queryKey: [LOCAL_DATA, resource, profileId, "unseen", view, 0],
      queryFn: () => asked.push(name),
    });
    return observer.subscribe(() => {});
  });
  await waitUntil(() => asked.length === 3, "the first answers");
  emit({ profileId: "p", view: "all" });
  await waitUntil(() => asked.length > 3, "another answer");
  expect(asked.slice(3)).toEqual(["p items all"]);
  for (const stop of observers) stop();
  client.clear();
});
