import { describe, expect, it } from "vitest";
import { runServeSample } from "../../../electron/hosts/cli/serve-sample-command.ts";
import type { SampleChange } from "../../service/index.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { call, idsOf, itemIds, list, pages, serve } from "./support.ts";

const MINUTE_MS = 60_000;

describe("changes of the sample company", () => {
  it("the sample company does not change by default", async () => {
    const clock = virtualClock(Date.now());
    const service = await serve({ clock });
    const changes: SampleChange[] = [];
    const stop = service.onChange((change) => changes.push(change));
    const updatedSince = new Date(clock.now()).toISOString();
    await clock.advance(MINUTE_MS);
    expect(changes).toEqual([]);

    service.live(6_000);
    await clock.advance(100);
    expect(changes.length).toBeGreaterThan(5);
    service.live(0);
    const frozen = changes.length;
    await clock.advance(MINUTE_MS);
    expect(changes).toHaveLength(frozen);

    const touched = new Set(
      changes.filter((change) => change.resource === "items").map((change) => change.id),
    );
    expect(new Set(idsOf(await pages(service, "items", { updatedSince })))).toEqual(touched);
    stop();
    service.company.step();
    expect(changes).toHaveLength(frozen);
  });

  it("the sample company starts to change when the service starts if the option is set", async () => {
    const clock = virtualClock(Date.now());
    const service = await serve({ clock, eventsPerMinute: 6_000 });
    const changes: SampleChange[] = [];
    service.onChange((change) => changes.push(change));
    await clock.advance(100);
    expect(changes.length).toBeGreaterThan(2);
  });
});

describe("serve-sample", () => {
  it("serve-sample prints its address and key as one JSON line", async () => {
    const lines: string[] = [];
    const args = { port: 0, items: 12, seed: 9, key: undefined, rate: 0 };
    const service = await runServeSample(args, (line) => lines.push(line));
    try {
      expect(lines).toHaveLength(1);
      const said = JSON.parse(lines[0] ?? "");
      expect(said).toEqual({ url: service.url, key: service.key, items: 12, seed: 9 });
      const replies = await pages(service, "items", { limit: 5 });
      expect(idsOf(replies)).toEqual(itemIds(service));
      expect(replies.map((reply) => reply.json.meta.hasMore)).toEqual([true, true, false]);
      const statuses = ["Bearer other", "Basic x", ""].map(async (authorization) => {
        const headers = authorization === "" ? {} : { authorization };
        return (await call(service, list("items"), { headers })).status;
      });
      expect(await Promise.all(statuses)).toEqual([401, 401, 401]);
    } finally {
      await service.close();
    }
  });

  it("serve-sample uses a given key", async () => {
    const args = { port: 0, items: 1, seed: 1, key: "demo", rate: 0 };
    const service = await runServeSample(args, () => undefined);
    expect(service.key).toBe("demo");
    await service.close();
  });
});
