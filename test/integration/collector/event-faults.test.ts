// @module-tag whole
import fc from "fast-check";
import { expect, it } from "vitest";
import { NO_FAULTS } from "../../service/fault-settings.ts";
import { EVENT_PRESETS } from "../../../shared/features/collector/webhook-events.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { SECRET } from "../../unit/electron/features/collector/serving/webhooks/support.ts";
import { serve } from "../sample-service/support.ts";
import { companyRecords, copiedRecords } from "../sync/support.ts";
import { collect } from "./support.ts";

/** Seconds between refreshes. A refresh brings changes that no event announced. */
const POLL = 3;

/** Disables the faults of single events, each with its setting. */
const NO_EVENT_FAULTS = Object.fromEntries(
  Object.entries(NO_FAULTS).filter(([name]) => /^event.*(Chance|Ms)$/.test(name)),
);

type Deed =
  | { readonly kind: "life"; readonly steps: number }
  | { readonly kind: "fault"; readonly fault: string }
  | { readonly kind: "restart" };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("life" as const), steps: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      fault: fc.constantFrom(...Object.keys(NO_EVENT_FAULTS)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
);

it("a collector has the service's items after every kind of webhook fault", async () => {
  const service = await serve({ items: 60 });
  const scheme = EVENT_PRESETS["standard-webhooks"];
  const settings = { pollFocusedSeconds: POLL, overlapSeconds: 5 };
  const collector = await collect(service, { webhooks: { scheme, secrets: [SECRET] }, settings });
  const address = { url: `${collector.url}/webhooks`, secret: SECRET, scheme };
  let webhook = service.addWebhook(address);
  const perform = (what: Deed): void => {
    switch (what.kind) {
      case "life":
        for (let step = 0; step < what.steps; step += 1) service.company.step();
        return;
      case "fault":
        service.setFaults({
          ...NO_EVENT_FAULTS,
          [what.fault]: what.fault === "eventDelayMs" ? 300 : 0.5,
        });
        return;
      default:
        // The service forgets undelivered events, as after its restart.
        webhook.remove();
        webhook = service.addWebhook(address);
    }
  };
  // A collector requests a single record only because of an event.
  const singles = (): number =>
    service.requests.entries.filter(({ path }) => /^\/inventory\/\w+\/./.test(path)).length;
  service.company.step();
  await waitUntil(() => singles() > 0, "the request for the record that the event names");
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 12 }), async (history) => {
      for (const what of history) perform(what);
      service.setFaults(NO_EVENT_FAULTS);
      // If an event of a type or location was lost, only every tenth pass finds the change.
      const wanted = JSON.stringify(companyRecords(service, "items"));
      await waitUntil(
        async () => JSON.stringify(await copiedRecords(collector.files.inventory, "items")) === wanted,
        "the service's items",
        60_000,
      );
    }),
    { numRuns: 6, endOnFailure: true },
  );
  expect(await copiedRecords(collector.files.inventory, "items")).toEqual(companyRecords(service, "items"));
}, 120_000);
