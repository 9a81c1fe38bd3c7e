import fc from "fast-check";
import type { FaultSettings, KeyState, SampleService } from "../../service/index.ts";

/** One event at the service. */
export type Event =
  | { readonly kind: "edit"; readonly pick: number; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly kind: "insert"; readonly id: string }
  | { readonly kind: "remove"; readonly pick: number }
  | { readonly kind: "rename-place"; readonly pick: number; readonly name: string }
  | { readonly kind: "life" }
  /** The service refuses the key from now on, or accepts it again (specification 5). */
  | { readonly kind: "key"; readonly state: KeyState };

/** One action of the client, or one fault. */
export type Step =
  | { readonly kind: "event"; readonly event: Event }
  | { readonly kind: "faults"; readonly faults: FaultSettings }
  | { readonly kind: "details"; readonly pick: number }
  | {
      readonly kind: "pass";
      readonly mode: "full" | "incremental";
      readonly pageSize: number;
      /** The pass is cancelled at this page if it has that many pages. */
      readonly cancelAt: number | null;
      /** Whether the user has confirmed the removals. If not, a full check does not apply its changes. */
      readonly accepts: boolean;
      /** The events during the pass, one at each page. */
      readonly meanwhile: readonly (Event | { readonly kind: "details"; readonly pick: number })[];
    };

const pick = fc.nat({ max: 10_000 });
const patch = fc.oneof(
  fc.record({ weight: fc.integer({ min: 0, max: 900 }) }),
  fc.record({ name: fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }) }),
  fc.record({ status: fc.constantFrom("available", "checked_out", "archived") }),
  fc.record({ checkedOutToUserId: fc.constantFrom("u1", "u2", null) }),
  fc.record({ locationId: fc.constantFrom("nowhere", "elsewhere", null) }),
);

/** In half of the cases the service accepts the key again, so that histories continue. */
const key = fc.record({
  kind: fc.constant("key" as const),
  state: fc.constantFrom(
    ...(["active", "active", "active", "revoked", "inactive", "not_pro", "no_scope"] as const),
  ),
});

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("edit" as const), pick, patch }) },
  {
    weight: 2,
    // New ids are before, among and after the company's ids.
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      id: fc.tuple(fc.constantFrom("0", "itm_8", "zz"), fc.nat()).map(([head, tail]) => `${head}-${tail}`),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rename-place" as const),
      pick,
      name: fc.string({ minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "life" as const }) },
);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Faults of a service, and of the network before it. */
const faults: fc.Arbitrary<FaultSettings> = fc.oneof(
  fc.record({ tooManyNext: fc.integer({ min: 1, max: 3 }), skipRequests: fc.nat({ max: 6 }) }),
  fc.record({ serverErrorNext: fc.integer({ min: 1, max: 5 }), skipRequests: fc.nat({ max: 6 }) }),
  fc.record({ dropNext: fc.integer({ min: 1, max: 5 }), skipRequests: fc.nat({ max: 6 }) }),
  fc.record({ truncateNext: fc.integer({ min: 1, max: 2 }), skipRequests: fc.nat({ max: 6 }) }),
  fc.record({ htmlNext: fc.constant(1), skipRequests: fc.nat({ max: 6 }) }),
  fc.record({ cursorFailures: fc.integer({ min: 1, max: 4 }), skipRequests: fc.nat({ max: 6 }) }),
  fc.record({ shortPages: fc.integer({ min: 1, max: 7 }), emptyPageChance: fc.constantFrom(0, 0.3) }),
  fc.record({
    duplicateChance: fc.constantFrom(0.3, 1),
    duplicateKind: fc.constantFrom("same" as const, "older" as const),
    duplicateFrom: fc.constantFrom("earlier" as const, "page" as const),
  }),
  fc.record({ malformedChance: fc.constantFrom(0, 0.2) }),
  fc.record({ dateHeader: fc.constantFrom("normal" as const, "absent" as const, "malformed" as const) }),
  // The Date is far ahead, or behind. Without an overlap, a Date that is ahead by less than five seconds is not
  // doubted (mark.ts).
  fc.record({ dateSkewMs: fc.constantFrom(0, 0, -1_500, -HOUR, -3 * DAY, HOUR, 3 * DAY) }),
  fc.record({ gzip: fc.boolean() }),
  // Silence costs real time until the client gives up (see `patienceWith`).
  fc.record({ stallHeadersNext: fc.integer({ min: 1, max: 2 }), skipRequests: fc.nat({ max: 6 }) }),
  fc.record({ stallBodyNext: fc.integer({ min: 1, max: 2 }), skipRequests: fc.nat({ max: 6 }) }),
  // These faults break the specification, so passes fail until they end. Only "samePage" is omitted, because it
  // takes a thousand requests.
  fc.record({
    cursorFault: fc.constantFrom(
      ...(["none", "none", "none", "missing", "null", "empty"] as const),
      ...(["cycle1", "cycle2", "cycle3", "cursorWhenDone"] as const),
    ),
  }),
);

/**
 * Ms without progress. It is short only if a history contains silence, so that a busy machine is not mistaken
 * for silence.
 */
export const patienceWith = (steps: readonly Step[]): number =>
  steps.some(
    (step) => step.kind === "faults" && ("stallHeadersNext" in step.faults || "stallBodyNext" in step.faults),
  )
    ? 120
    : 2_000;

const details = fc.record({ kind: fc.constant("details" as const), pick });

const pass = fc.record({
  kind: fc.constant("pass" as const),
  mode: fc.constantFrom("incremental" as const, "incremental" as const, "full" as const),
  pageSize: fc.constantFrom(3, 10, 50),
  cancelAt: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 4 }),
  accepts: fc.boolean(),
  meanwhile: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: event },
      { weight: 3, arbitrary: details },
      { weight: 1, arbitrary: key },
    ),
    { maxLength: 8 },
  ),
});

/** A history: the actions of the company, the network and the client, in turn. */
export const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: pass },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("event" as const), event }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("faults" as const), faults }) },
    { weight: 1, arbitrary: details },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("event" as const), event: key }) },
  ),
  { minLength: 3, maxLength: 14 },
);

/** Makes a change at the service. */
export function happen(service: SampleService, what: Event): void {
  const { company } = service;
  switch (what.kind) {
    case "edit": {
      const id = pickItem({ company }, what.pick);
      if (id !== undefined) company.upsertItem({ ...what.patch, id });
      return;
    }
    case "insert":
      company.upsertItem({ id: what.id, name: `Item ${what.id}` });
      return;
    case "remove": {
      const id = pickItem({ company }, what.pick);
      if (id !== undefined) company.removeItem(id);
      return;
    }
    case "rename-place": {
      const places = [...company.locations.all()];
      const place = places[what.pick % places.length];
      if (place) company.upsertLocation({ id: place.id, name: what.name });
      return;
    }
    case "life":
      company.step();
      return;
    case "key":
      service.setKeyState(service.key, what.state);
  }
}

/** The id of one of the company's items. */
export function pickItem({ company }: Pick<SampleService, "company">, number: number): string | undefined {
  const items = [...company.items.all()];
  return items[number % Math.max(1, items.length)]?.id;
}
