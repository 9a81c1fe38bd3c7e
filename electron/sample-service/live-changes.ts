import { ITEM_CHANGES, REFERENCE_CHANGES } from "../../shared/inventory/change-types.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Item, Location, MaterialType, RecordOf } from "../../shared/inventory/resources.ts";
import { assertNever } from "../../shared/base/errors.ts";
import type { Catalogue } from "./catalogue.ts";
import { cents, itemName } from "./generator.ts";
import { encodeId, ID_SPACE, between, hash32, mulberry32, pick, type Random } from "./prng.ts";
import type { Table } from "./table.ts";

/** The event types that specification 6 names. */
export const EVENT_TYPES = [...ITEM_CHANGES, ...REFERENCE_CHANGES] as const;
export type EventType = (typeof EVENT_TYPES)[number];

interface ChangeOf<R extends Resource> {
  readonly type: EventType;
  readonly resource: R;
  readonly id: string;
  /** The moment at which the service made the change, ISO 8601. */
  readonly occurredAt: string;
  /** The record before the change; null if the record is new. */
  readonly before: RecordOf[R] | null;
  readonly after: RecordOf[R];
}

/** One change of the company, from which a webhook is made (specification 2.7 and 6). */
export type SampleChange = { [R in Resource]: ChangeOf<R> }[Resource];

/**
 * The one event that a change of an item causes. The specification does not define it (section 6, gaps). Here a change
 * of status comes first, then a change of place, then any other change.
 */
export function itemEvent(before: Item | null, after: Item): EventType {
  if (before === null) return "inventory.item.created";
  if (before.status !== after.status) {
    if (after.status === "archived") return "inventory.item.archived";
    if (after.status === "checked_out") return "inventory.item.checked_out";
    if (before.status === "checked_out") return "inventory.item.returned";
  }
  return before.locationId === after.locationId ? "inventory.item.updated" : "inventory.item.transferred";
}

/** The parts of a company that live changes need. */
export interface LifeHost {
  readonly seed: number;
  readonly catalogue: Catalogue;
  readonly items: Table<Item>;
  readonly types: Table<MaterialType>;
  readonly locations: Table<Location>;
  /** Returns the next value of `updatedAt`. */
  readonly stamp: () => string;
  /** Changes or adds an item. @param at a time stamp made before, for a record that has it in several fields. */
  readonly upsertItem: (patch: Partial<Item> & { readonly id: string }, at?: string) => Item;
  readonly upsertType: (patch: Partial<MaterialType> & { readonly id: string }) => MaterialType;
  readonly upsertLocation: (patch: Partial<Location> & { readonly id: string }) => Location;
  readonly onChange: (listener: (change: SampleChange) => void) => () => void;
}

/** The events and their frequencies in percent. */
const EVENTS = [
  ["checkOut", 26],
  ["return", 22],
  ["cut", 20],
  ["weigh", 12],
  ["move", 10],
  ["create", 5],
  ["archive", 3],
  ["renameType", 1],
  ["renameLocation", 1],
] as const;
type LifeEvent = (typeof EVENTS)[number][0];
type Status = "available" | "checked_out";

/** A second renaming removes the suffix again, so that names do not keep growing. */
const renamed = (name: string, suffix: string): string =>
  name.endsWith(suffix) ? name.slice(0, -suffix.length) : name + suffix;

/** Makes the company's events, one at a time. Only the seed determines them. */
export class Life {
  readonly #host: LifeHost;
  readonly #random: Random;
  #created = 0;

  constructor(host: LifeHost) {
    this.#host = host;
    this.#random = mulberry32(hash32(host.seed, 0x11fe));
  }

  /** Makes the next event and returns the change. */
  step(): SampleChange {
    let change: SampleChange | undefined;
    const stop = this.#host.onChange((made) => (change ??= made));
    try {
      // If the event is impossible (no checked-out item, only one location), an item is created instead.
      if (!this.#happen(this.#nextEvent())) this.#create();
    } finally {
      stop();
    }
    if (change === undefined) throw new Error("an event of life changed nothing");
    return change;
  }

  #nextEvent(): LifeEvent {
    let ticket = this.#random() * 100;
    for (const [event, weight] of EVENTS) {
      ticket -= weight;
      if (ticket < 0) return event;
    }
    return "checkOut";
  }

  #happen(event: LifeEvent): boolean {
    const { catalogue, types, locations, stamp, upsertItem } = this.#host;
    const out = { checkedOutToUserId: null, checkedOutAt: null };
    switch (event) {
      case "create":
        return this.#create();
      case "renameType": {
        const type = types.sample(this.#random);
        if (type) this.#host.upsertType({ id: type.id, name: renamed(type.name, " (new supplier)") });
        return type !== undefined;
      }
      case "renameLocation": {
        const location = locations.sample(this.#random);
        if (location)
          this.#host.upsertLocation({ id: location.id, name: renamed(location.name, " (rebuilt)") });
        return location !== undefined;
      }
      case "return":
        return this.#with("checked_out", (item) => upsertItem({ id: item.id, status: "available", ...out }));
      case "checkOut":
        return this.#with("available", (item) => {
          const at = stamp();
          const checkedOutToUserId = pick(this.#random, catalogue.userIds) ?? null;
          upsertItem({ id: item.id, status: "checked_out", checkedOutToUserId, checkedOutAt: at }, at);
        });
      case "archive":
        return this.#with("available", (item) => {
          const at = stamp();
          upsertItem({ id: item.id, status: "archived", ...out, archivedAt: at }, at);
        });
      case "cut":
        return this.#with("checked_out", (item) => {
          const before = item.remainingLength ?? item.originalLength ?? item.startingLength ?? 0;
          upsertItem({ id: item.id, remainingLength: cents(before * (0.5 + this.#random() * 0.49)) });
        });
      case "weigh":
        return this.#with("available", (item) => {
          const weight = cents((item.weight ?? between(this.#random, 5, 90)) * (0.9 + this.#random() * 0.1));
          upsertItem({ id: item.id, weight, weightSource: this.#random() < 0.8 ? "scale" : "manual" });
        });
      case "move": {
        const target = locations.sample(this.#random);
        if (target === undefined) return false;
        return this.#with("available", (item) => upsertItem({ id: item.id, locationId: target.id }));
      }
      default:
        return assertNever(event, "unknown event of life");
    }
  }

  /**
   * Does something with a random item of a status.
   * @returns false if several tries found no item.
   */
  #with(status: Status, act: (item: Item) => void): boolean {
    for (let tries = 0; tries < 60 && this.#host.items.size > 0; tries++) {
      const item = this.#host.items.sample(this.#random);
      if (item?.status !== status) continue;
      act(item);
      return true;
    }
    return false;
  }

  #create(): boolean {
    const { catalogue, items, locations, stamp, upsertItem } = this.#host;
    const material = pick(this.#random, catalogue.materials);
    const length = material?.fullLength ?? 200;
    const at = stamp();
    // As in a real database, a random id can be anywhere in the order: before or after a reader's position.
    let id: string;
    do id = encodeId("itm", Math.floor(this.#random() * ID_SPACE));
    while (items.get(id) !== undefined);
    upsertItem(
      {
        id,
        name: itemName(material, 900_000 + ++this.#created),
        locationId: locations.sample(this.#random)?.id ?? null,
        materialTypeId: material?.typeId ?? null,
        startingLength: length,
        originalLength: length,
        remainingLength: length,
        weight: cents(length * (material?.kilogramsPerMetre ?? 0.2) + (material?.spoolWeight ?? 0)),
        weightSource: "scale",
        createdAt: at,
      },
      at,
    );
    return true;
  }
}
