import type { Location, MaterialType } from "../../shared/inventory/resources.ts";
import { smallId, between, hash32, mulberry32, type Random } from "./prng.ts";
import { formatInstant } from "../api-server/instant.ts";
import { MATERIALS, PLACES, type Material } from "./materials.ts";

/** The length of the company's generated history in milliseconds: three years. */
export const HISTORY_MS = 3 * 365 * 24 * 3_600_000;

/** A material with the id and the spool weight of its material type. */
export interface StockedMaterial extends Material {
  readonly typeId: string;
  readonly spoolWeight: number | null;
}

/** The records that stay in memory: places, material types, and the people who take stock out. */
export interface Catalogue {
  readonly locations: readonly Location[];
  readonly types: readonly MaterialType[];
  readonly materials: readonly StockedMaterial[];
  readonly userIds: readonly string[];
}

const DENSITY_UNITS = { film: "g/cm³", foil: "g/cm³", fabric: "g/m²", cable: "kg/km" } as const;
const CURRENCIES = ["USD", "USD", "EUR", "EUR", "GBP"];
const USERS = 25;

const stamps = (random: Random, now: number): { readonly createdAt: string; readonly updatedAt: string } => {
  const created = now - HISTORY_MS + Math.floor(random() * HISTORY_MS * 0.3);
  const updated = created + Math.floor(random() * (now - created) * 0.9);
  return { createdAt: formatInstant(created), updatedAt: formatInstant(updated) };
};

/**
 * Returns the value, or by chance null. The specification allows null, so the sample contains some (specification 2).
 */
const orNull = <T>(random: Random, chance: number, value: T): T | null => (random() < chance ? null : value);

function materialType(material: Material, id: string, random: Random, now: number): MaterialType {
  const dates = stamps(random, now);
  const byWeight = material.kind !== "cable" && random() < 0.3;
  const unpriced = random() < 0.08;
  const noDensity = random() < 0.1;
  const pricePerPound = material.pricePerFoot / (material.kilogramsPerMetre * 0.3048 * 2.20462);
  return {
    id,
    name: material.name,
    width: material.width,
    thickness: material.thickness,
    calculatedDensity: noDensity ? null : material.density,
    densityDisplayUnit: noDensity ? null : DENSITY_UNITS[material.kind],
    densitySourceType: noDensity ? null : random() < 0.7 ? "calculated" : "manual",
    spoolWeight: orNull(random, 0.15, between(random, 3, 60) / 10),
    pricePerFoot: unpriced || byWeight ? null : material.pricePerFoot,
    pricePerPound: unpriced || !byWeight ? null : Math.round(pricePerPound * 100) / 100,
    pricingBasis: unpriced ? null : byWeight ? "pound" : "foot",
    currency: unpriced ? null : (CURRENCIES[between(random, 0, CURRENCIES.length - 1)] ?? null),
    createdAt: dates.createdAt,
    updatedAt: orNull(random, 0.05, dates.updatedAt),
  };
}

/** Makes the catalogue of a company. */
export function makeCatalogue(seed: number, now: number): Catalogue {
  const random = mulberry32(hash32(seed, 0x0ca7a106));
  const locations = PLACES.map((name, ordinal): Location => {
    const dates = stamps(random, now);
    return {
      id: smallId("loc", seed, ordinal),
      name,
      ...dates,
      updatedAt: ordinal === 4 ? null : dates.updatedAt,
    };
  });
  const types = MATERIALS.map((material, ordinal) =>
    materialType(material, smallId("typ", seed, 1000 + ordinal), random, now),
  );
  const materials = MATERIALS.map((material, ordinal): StockedMaterial => {
    const type = types[ordinal];
    return { ...material, typeId: type?.id ?? "", spoolWeight: type?.spoolWeight ?? null };
  });
  const userIds = Array.from({ length: USERS }, (_, ordinal) => smallId("usr", seed, 2000 + ordinal));
  return { locations, types, materials, userIds };
}
