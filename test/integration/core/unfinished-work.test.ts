import { expect, it, onTestFinished } from "vitest";
import { exportOfIds } from "../../helpers/export-request.ts";
import { serve } from "../cli/support.ts";
import { startCoreUnderTest } from "../contract/core-under-test.ts";
import { pulled } from "../exports/write/support.ts";
import { afterPush } from "../../helpers/after-push.ts";

it("the first pull and a running export are unfinished work, which an update must not interrupt", async () => {
  const service = await serve({ items: 40 });
  const under = startCoreUnderTest("electron");
  onTestFinished(() => under.close());
  expect(under.core.unfinished()).toBeNull();
  service.setFaults({ latencyMs: 600_000, onlyPath: "/inventory/items" });
  await under.core.dispatch("connect", { baseUrl: service.url, key: service.key });
  await afterPush(under.core, () => under.core.unfinished() === "firstPull");
  service.setFaults({ latencyMs: 0 });
  const connectionId = await pulled(under, service);
  expect(under.core.unfinished()).toBeNull();
  // The export first asks the service for its rows.
  service.setFaults({ latencyMs: 600_000 });
  await under.core.dispatch("startExport", exportOfIds(connectionId, true));
  expect(under.core.unfinished()).toBe("export");
});
