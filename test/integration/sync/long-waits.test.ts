import { describe, expect, it } from "vitest";
import type { Clock } from "../../../electron/base/clock.ts";
import type { FaultSettings } from "../../service/index.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { expectCopyEqualsCompany, itemRequests, makeRig, type Rig } from "./support.ts";

const onlyPath = "/inventory/items";

/** A rig whose service gets the script's next faults when each wait begins. */
async function rigWithScript(begin: FaultSettings, script: readonly FaultSettings[]): Promise<Rig> {
  const clock = fakeClock();
  const rest = [...script];
  const scripted: Clock = {
    ...clock,
    wait: (milliseconds, signal) => {
      rig.service.setFaults(rest.shift() ?? {});
      return clock.wait(milliseconds, signal);
    },
  };
  const rig: Rig = await makeRig({ clock: scripted, faults: { onlyPath, ...begin } });
  return rig;
}

/** Whether each request for items had a cursor. */
const withCursor = ({ service }: Rig): boolean[] => itemRequests(service).map((query) => "cursor" in query);

const FAILURE: FaultSettings = { serverErrorNext: 1 };
const limited = (seconds: number): FaultSettings => ({ tooManyNext: 1, retryAfter: String(seconds) });

describe("the age of a cursor", () => {
  it("the age of a cursor includes all tries of a request", async () => {
    const rig = await rigWithScript({ skipRequests: 1, ...limited(400) }, [FAILURE, limited(400)]);
    const summary = await rig.pass();
    expect(summary.restarts).toBe(1);
    // The requests are the first page and three tries of the second. Then that cursor is not used again, and
    // the listing restarts.
    expect(withCursor(rig)).toEqual([false, true, true, true, false, true, true]);
    expect(summary.tallies.items.seen).toBe(120);
    await expectCopyEqualsCompany(rig);
  });

  it("waits of less than ten minutes over all tries do not drop a cursor", async () => {
    const rig = await rigWithScript({ skipRequests: 1, ...limited(290) }, [FAILURE, limited(290)]);
    expect((await rig.pass()).restarts).toBe(0);
    expect(withCursor(rig)).toEqual([false, true, true, true, true, true]);
    await expectCopyEqualsCompany(rig);
  });

  it("a cursor that expires a third time ends the pass as rate limited", async () => {
    const rig = await makeRig();
    const { mark } = await rig.pass();
    rig.service.setFaults({ onlyPath, retryAfter: "700" });
    rig.service.requests.clear();
    const error = await rig.failingPass({
      mode: "full",
      withReferences: false,
      onPage: (resource) => {
        if (resource === "items") rig.service.setFaults({ tooManyNext: 1 });
      },
    });
    expect(error.kind).toBe("rate_limited");
    expect(withCursor(rig)).toEqual([false, true, false, true, false, true]);
    expect((await rig.facts()).mark).toBe(mark);
    rig.service.setFaults({ tooManyNext: 0 });
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });
});

describe("the waits of one request", () => {
  it("a request's waits end the pass after fifteen minutes in total", async () => {
    const rig = await rigWithScript(limited(500), [FAILURE, limited(500)]);
    const error = await rig.failingPass();
    expect(error).toMatchObject({ kind: "rate_limited", status: 429, requestId: expect.any(String) });
    expect(withCursor(rig)).toEqual([false, false, false]);
    expect((await rig.facts()).mark).toBeNull();
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });

  it("each request's waits are counted from zero", async () => {
    const rig = await makeRig({ faults: { onlyPath, retryAfter: "550" } });
    await rig.pass({ onPage: () => rig.service.setFaults({ tooManyNext: 1 }) });
    expect(rig.client.traffic.waitedMs).toBe(3 * 550_000);
    await expectCopyEqualsCompany(rig);
  });
});
