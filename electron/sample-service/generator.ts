import type { Item } from "../../shared/inventory/resources.ts";
import { EMPTY_BASE, type Base } from "./table.ts";
import { HISTORY_MS, type Catalogue, type StockedMaterial } from "./catalogue.ts";
import {
  decodeId,
  encodeId,
  ID_SPACE,
  between,
  hash32,
  mulberry32,
  permutation,
  pick,
  type Random,
} from "./prng.ts";
import { formatInstant } from "../api-server/instant.ts";

/** The parameters from which a company's items are made. The same values always give the same items. */
export interface ItemSource {
  readonly seed: number;
  readonly size: number;
  /** The end of the company's history, ms since the epoch. */
  readonly now: number;
  readonly catalogue: Catalogue;
}

/**
 * Ms between the latest update and `now`. A client with an overlap of five minutes (specification 4.5) then has nothing
 * to fetch again from a frozen company, however large the company is.
 */
const YOUNGEST_MS = 6 * 60_000;
const RECENT_MS = HISTORY_MS / 6;
const LONGEST_USE_MS = 20 * 24 * 3_600_000;

/** Rounds to hundredths. */
export const cents = (value: number): number => Math.round(value * 100) / 100;

interface Lengths {
  readonly startingLength: number | null;
  readonly originalLength: number | null;
  readonly remainingLength: number | null;
  readonly weight: number | null;
  readonly weightSource: string | null;
}

/** Makes lengths with starting ≥ original ≥ remaining. Each is sometimes unknown. */
function measure(random: Random, material: StockedMaterial | undefined): Lengths {
  const full = material?.fullLength ?? 200;
  const starting = cents((full * between(random, 10, 24)) / 20);
  const original = random() < 0.8 ? starting : cents(starting * (0.85 + random() * 0.15));
  const remaining = random() < 0.25 ? original : cents(original * random());
  const weighed = random();
  const net = (material?.kilogramsPerMetre ?? 0.2) * remaining;
  return {
    startingLength: random() < 0.03 ? null : starting,
    originalLength: random() < 0.25 ? null : original,
    remainingLength: random() < 0.04 ? null : remaining,
    weight: weighed < 0.18 ? null : cents(net + (material?.spoolWeight ?? 0)),
    weightSource: weighed < 0.18 ? null : weighed < 0.7 ? "scale" : weighed < 0.97 ? "manual" : null,
  };
}

interface Custody {
  readonly status: "available" | "checked_out" | "archived";
  readonly checkedOutToUserId: string | null;
  readonly checkedOutAt: string | null;
  readonly archivedAt: string | null;
}

/**
 * Makes the status of an item. About 12 % are checked out, for minutes to months, and about 8 % are archived
 * (specification 3).
 */
function custody(
  random: Random,
  source: ItemSource,
  times: { readonly created: number; readonly updated: number },
): Custody {
  const recent = source.now - times.updated < RECENT_MS;
  if (recent && random() < 0.29) {
    // For most items, the check-out is the last event. The others were cut or weighed later.
    const since = random() < 0.6 ? 0 : Math.floor(random() * LONGEST_USE_MS);
    const at = formatInstant(Math.max(times.created, times.updated - since));
    return {
      status: "checked_out",
      checkedOutToUserId: random() < 0.01 ? null : (pick(random, source.catalogue.userIds) ?? null),
      checkedOutAt: random() < 0.01 ? null : at,
      archivedAt: null,
    };
  }
  if (random() < 0.091) {
    const archivedAt = random() < 0.02 ? null : formatInstant(times.updated);
    return { status: "archived", checkedOutToUserId: null, checkedOutAt: null, archivedAt };
  }
  return { status: "available", checkedOutToUserId: null, checkedOutAt: null, archivedAt: null };
}

/** The name on the label of a roll or a drum, e.g. `PET film 23 µm × 1,200 mm #00421`. */
export function itemName(material: StockedMaterial | undefined, number: number): string {
  const label = String(number).padStart(5, "0");
  if (material === undefined) return `Unlabelled roll #${label}`;
  return material.kind === "cable" ? `${material.name} drum #${label}` : `${material.name} #${label}`;
}

/** Computes the items of a company one by one. So a million of them need no memory. */
export function generateItems(source: ItemSource): Base<Item> {
  const { seed, size, now, catalogue } = source;
  if (size === 0) return EMPTY_BASE;
  const stride = Math.floor(ID_SPACE / size);
  const order = permutation(hash32(seed, 0x0bde1), size);
  const spread = mulberry32(hash32(seed, 0x5bad))();
  const oldest = now - YOUNGEST_MS - HISTORY_MS - size;

  const idAt = (index: number): string => {
    const jitter = Math.floor((hash32(seed ^ 0x1d5eed, index) / 4294967296) * stride);
    return encodeId("itm", index * stride + jitter);
  };

  // The age is squared, so that recent days have more events than old days. Each rank adds a millisecond, so that no
  // two are equal.
  const updatedAtOfRank = (rank: number): number => {
    const younger = size - 1 - rank;
    const share = (younger + spread) / size;
    return now - YOUNGEST_MS - younger - Math.floor(HISTORY_MS * share * share);
  };

  const recordAt = (index: number): Item => {
    const rank = order.forward(index);
    const updated = updatedAtOfRank(rank);
    const random = mulberry32(hash32(seed ^ 0x17e35, index));
    const created = random() < 0.15 ? updated : oldest + Math.floor(random() * (updated - oldest));
    const material = random() < 0.04 ? undefined : pick(random, catalogue.materials);
    const location = random() < 0.03 ? undefined : pick(random, catalogue.locations);
    const state = custody(random, source, { created, updated });
    return {
      id: idAt(index),
      name: itemName(material, rank + 1),
      status: state.status,
      locationId: location?.id ?? null,
      materialTypeId: material?.typeId ?? null,
      ...measure(random, material),
      checkedOutToUserId: state.checkedOutToUserId,
      checkedOutAt: state.checkedOutAt,
      archivedAt: state.archivedAt,
      createdAt: random() < 0.01 ? null : formatInstant(created),
      updatedAt: random() < 0.003 ? null : formatInstant(updated),
    };
  };

  return {
    size,
    idAt,
    indexOf: (id) => {
      const value = decodeId("itm", id);
      const index = value < 0 ? -1 : Math.floor(value / stride);
      return index >= 0 && index < size && idAt(index) === id ? index : -1;
    },
    recordAt,
    indexAtRank: order.backward,
    updatedAtOfRank,
  };
}
