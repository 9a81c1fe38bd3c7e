import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { COUNT_CALLS, CountMoney, ListedFinding } from "../../../shared/features/counts/count-calls.ts";
import type { Finding } from "../../../shared/features/counts/reconcile.ts";
import { valuer } from "../../../shared/features/stock-value/valuation.ts";
import { valueRule, type Pricing } from "../../../shared/features/stock-value/value-rule.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { OpenCopy } from "../../index/inventory-store.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import type { SyncEngine } from "../../sync/sync-engine.ts";
import type { CountService } from "./count-service.ts";
import type { NamedType } from "./count-tasks.ts";
import { verifyCount } from "./verify-count.ts";

interface CountHandlerParts {
  readonly connections: {
    readonly current: OpenCopy & { readonly engineWithKey: (connectionId: string) => SyncEngine };
  };
  readonly counts: CountService;
  readonly documents: ConnectionDocuments;
  readonly events: PushBus;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of counts. */
export function countHandlers({
  connections: { current },
  counts,
  documents,
  events,
  startup: { opened },
}: CountHandlerParts) {
  const verify = verifierOf({ connections: { current }, counts, events });
  return {
    startCount: (input) => opened.then(() => counts.start(input)),
    listExpected: (input) => counts.expected(input),
    listCountScans: (input) => counts.scans(input),
    countItems: (input) => opened.then(() => counts.count(input)),
    measureScan: (input) => opened.then(() => counts.measure(input)),
    removeScans: (input) => opened.then(() => counts.remove(input)),
    closeCount: async (input) => {
      await opened;
      await counts.close(input);
      // If the service does not answer, the result stays unverified, and the user can verify it later.
      verify(input.connectionId, input.countId).catch(() => {});
    },
    verifyCount: ({ connectionId, countId }) => verify(connectionId, countId),
    countResult: async ({ connectionId, countId }) => {
      const { count, findings } = await counts.records.result(connectionId, countId);
      const pricing: Pricing = {
        bases: await documents.read("priceBases", connectionId),
        types: await documents.read("typeBases", connectionId),
        units: (await documents.readSingle("units", connectionId)) ?? NO_UNITS,
      };
      const { types, locations } = await counts.copy.references(connectionId);
      return {
        findings: listed(findings, types, locations, pricing),
        late: await counts.team.late(connectionId, countId, count),
      };
    },
    compareCount: async (input) => {
      await opened;
      await counts.compare(input);
      // If the service does not answer, the result stays unverified, and the user can verify it later.
      verify(input.connectionId, input.countId).catch(() => {});
    },
    shareCount: (input) => opened.then(() => counts.share(input)),
    deleteCount: (input) => opened.then(() => counts.delete(input)),
  } satisfies HandlersOf<typeof COUNT_CALLS>;
}

/** Makes a function that verifies a count. Other windows join a verification that is running. */
function verifierOf({
  connections: { current },
  counts,
  events,
}: Pick<CountHandlerParts, "connections" | "counts" | "events">) {
  const verifying = new Map<string, Promise<void>>();
  return (connectionId: string, countId: string): Promise<void> => {
    const running = verifying.get(countId);
    if (running) return running;
    let total = 0;
    const emit = (done: number): void => events.emit("countProgress", { connectionId, countId, done, total });
    const options = {
      counts,
      engine: () => current.engineWithKey(connectionId),
      serviceNow: () => current.serviceNow(),
      onProgress: (done: number, of: number) => {
        total = of;
        emit(done);
      },
    };
    const started = verifyCount(options, connectionId, countId).finally(() => {
      verifying.delete(countId);
      emit(total);
    });
    verifying.set(countId, started);
    return started;
  };
}

/** Adds names and values to findings. Values use the present prices, so a later price changes the whole result. */
function listed(
  findings: readonly Finding[],
  types: ReadonlyMap<string, NamedType>,
  locations: ReadonlyMap<string, string>,
  pricing: Pricing,
): ListedFinding[] {
  const valuers = new Map<string, (length: number | null, weight: number | null) => CountMoney | null>();
  const valuerOf = (typeId: string) => {
    const known = valuers.get(typeId);
    if (known) return known;
    const made = moneyOf(types.get(typeId), pricing);
    valuers.set(typeId, made);
    return made;
  };
  return findings.map((finding) => {
    const { item, now, length, weight } = finding;
    const value = valuerOf(item?.typeId ?? "");
    const recorded = item && value(item.length, item.weight);
    const measured = item && value(length ?? item.length, weight ?? item.weight);
    const isMeasured = length !== null || weight !== null;
    return {
      ...finding,
      typeName: types.get(item?.typeId ?? "")?.name ?? null,
      locationName: locations.get(item?.locationId ?? "") ?? null,
      nowLocationName: locations.get(now?.locationId ?? "") ?? null,
      value: recorded,
      valueDifference:
        isMeasured && recorded && measured
          ? { currency: recorded.currency, minor: measured.minor - recorded.minor }
          : null,
    };
  });
}

function moneyOf(
  type: NamedType | undefined,
  pricing: Pricing,
): (length: number | null, weight: number | null) => CountMoney | null {
  const rule = type && valueRule(type, pricing);
  if (!rule || "gap" in rule) return () => null;
  const value = valuer(rule);
  return (length, weight) => {
    const valued = value(length, weight);
    return "gap" in valued ? null : { minor: valued.minor, currency: rule.currency };
  };
}
