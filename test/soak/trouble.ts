import type { ApiClient } from "../../electron/client/api-client.ts";
import type { FaultSettings, SampleService } from "../service/index.ts";
import type { SyncEngine } from "../../electron/sync/sync-engine.ts";

const chance = (of: number): boolean => Math.random() < of;
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);
const oneOf = <T>(...values: readonly [T, ...T[]]): T =>
  values[Math.floor(Math.random() * values.length)] ?? values[0];

/**
 * Faults that are possible with a correct service and its network; often there is no fault. A 429 without
 * `Retry-After` causes waits of 30 s and more, so it is rare.
 */
export function randomFaults(): FaultSettings {
  return oneOf<() => FaultSettings>(
    () => ({}),
    () => ({
      tooManyNext: upTo(3),
      retryAfter: chance(0.05) ? "" : oneOf("0", "1", "2"),
      retryAfterBody: oneOf(null, 1),
    }),
    () => ({ rateLimit: 300 }),
    () => ({ serverErrorChance: 0.2, serverErrorStatus: oneOf(500, 502, 503) }),
    () => ({ dropChance: 0.2 }),
    () => ({ truncateNext: upTo(2), skipRequests: upTo(5) }),
    () => ({ stallHeadersNext: 1, skipRequests: upTo(5) }),
    () => ({ htmlNext: 1, skipRequests: upTo(5) }),
    () => ({ cursorFailures: upTo(3), skipRequests: upTo(5) }),
    () => ({ shortPages: upTo(50), emptyPageChance: 0.3 }),
    () => ({
      duplicateChance: 0.5,
      duplicateKind: oneOf("same", "older"),
      duplicateFrom: oneOf("earlier", "page"),
    }),
    () => ({ malformedRecords: ["no_id", "numeric_id", "null", "wrong_types", "proto"] }),
    () => ({ dateHeader: oneOf("absent", "malformed"), gzip: chance(0.5) }),
    () => ({
      cursorFault: oneOf("missing", "null", "empty", "cycle1", "cycle2", "cycle3", "cursorWhenDone"),
    }),
    () => ({ latencyMs: upTo(200) }),
  )();
}

interface Scene {
  readonly engine: SyncEngine;
  readonly service: SampleService;
  readonly newClient: () => ApiClient;
}

/** Actions of a user, a colleague or the computer during the run; often there is no action. */
export async function randomDeed({ engine, service, newClient }: Scene): Promise<void> {
  const items = (): string[] => [...service.company.items.all()].map(({ id }) => id);
  await oneOf<() => unknown>(
    () => undefined,
    () => void engine.syncNow("incremental", true),
    () => void engine.syncNow("full", true),
    () => engine.cancel(),
    () => engine.setFocused(chance(0.5)),
    () => engine.useClient(newClient()),
    async () => {
      await engine.suspend();
      await Promise.all([engine.resume(), engine.resume()]);
    },
    // Faults cause refusals and failures; the end of the run checks their effects.
    () => engine.refreshRecord("items", oneOf("nobody", ...items())).catch(() => {}),
    () => {
      for (const id of items()
        .toSorted(() => Math.random() - 0.5)
        .slice(0, upTo(5)))
        service.company.removeItem(id);
    },
  )();
}
