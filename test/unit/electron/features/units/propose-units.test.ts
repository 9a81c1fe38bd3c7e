import { describe, expect, it } from "vitest";
import { proposeUnits, type WeighedItem } from "../../../../../electron/features/units/propose-units.ts";
import type { UnitSet } from "../../../../../shared/inventory/units.ts";

/** Random numbers between 0 and 1, the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const METRES = {
  µm: 1e-6,
  mm: 1e-3,
  cm: 1e-2,
  m: 1,
  km: 1e3,
  mil: 2.54e-5,
  in: 0.0254,
  ft: 0.3048,
  yd: 0.9144,
};
const KILOGRAMS = { g: 1e-3, kg: 1, t: 1e3, oz: 0.028349523125, lb: 0.45359237 };
/** Densities in kg per m, m² and m³, and the units' sizes in these. */
const DENSITIES = {
  "g/cm³": { dimensions: 3, kilograms: [900, 1_400], per: 1_000 },
  "lb/ft³": { dimensions: 3, kilograms: [900, 1_400], per: 0.45359237 / 0.3048 ** 3 },
  "g/m²": { dimensions: 2, kilograms: [0.1, 0.6], per: 1e-3 },
  "lb/1000 ft": { dimensions: 1, kilograms: [0.05, 0.9], per: 0.45359237 / 304.8 },
  "kg/km": { dimensions: 1, kilograms: [0.05, 0.9], per: 1e-3 },
} as const;

interface Company {
  readonly units: UnitSet;
  readonly densities: readonly (keyof typeof DENSITIES)[];
  /**
   * The largest error of a weight, as a share. `gaps` is the share of incomplete items, `wrong` the share of
   * clearly wrong items.
   */
  readonly noise: number;
  readonly gaps: number;
  readonly wrong: number;
}

/** A company's items as its service sends them. Their weights agree with their sizes. */
function itemsOf({ units, densities, noise, gaps, wrong }: Company, count = 300): WeighedItem[] {
  const random = randomOf(7);
  const between = (low: number, high: number): number => low + random() * (high - low);
  const metres = (unit: keyof typeof METRES | null): number => (unit === null ? 1 : METRES[unit]);
  const kilograms = KILOGRAMS[units.weight ?? "kg"];
  return Array.from({ length: count }, (_, at) => {
    const densityUnit = densities[at % densities.length] ?? "g/cm³";
    const { dimensions, kilograms: range, per } = DENSITIES[densityUnit];
    const [length, width, thickness] = [between(50, 3_000), between(0.3, 2), between(1e-5, 1.5e-4)];
    const density = between(range[0], range[1]);
    const sizes = [length, width, thickness].slice(0, dimensions);
    const net = density * sizes.reduce((product, size) => product * size, 1);
    const spool = random() < gaps ? null : between(0.3, 6);
    const factor = random() < wrong ? between(2, 9) : 1 + between(-noise, noise);
    return {
      length: length / metres(units.length),
      width: random() < gaps ? null : width / metres(units.width),
      thickness: random() < gaps ? null : thickness / metres(units.thickness),
      weight: ((net + (spool ?? 0)) * factor) / kilograms,
      spoolWeight: spool === null ? null : spool / kilograms,
      density: density / per,
      densityUnit,
    };
  });
}

const METRIC: UnitSet = { length: "m", weight: "kg", width: "mm", thickness: "µm" };
const IMPERIAL: UnitSet = { length: "ft", weight: "lb", width: "in", thickness: "mil" };

describe("proposeUnits()", () => {
  it.each<[string, UnitSet, Company["densities"]]>([
    ["metric", METRIC, ["g/cm³", "g/m²", "kg/km"]],
    ["imperial", IMPERIAL, ["lb/ft³", "lb/1000 ft"]],
    ["imperial with metric densities", IMPERIAL, ["g/cm³"]],
    ["grams and centimetres", { length: "m", weight: "g", width: "cm", thickness: "mm" }, ["g/cm³", "g/m²"]],
  ])("proposeUnits() finds %s units despite noise, gaps and wrong weights", (_name, units, densities) => {
    const items = itemsOf({ units, densities, noise: 0.05, gaps: 0.2, wrong: 0.1 });
    const found = proposeUnits(items);
    expect(found).toMatchObject({ kind: "fit", units, withSpool: true });
    if (found.kind !== "fit") return;
    expect(found.medianError).toBeLessThan(0.05);
    expect(found.items).toBeGreaterThan(120);
    expect(found.ratios).toHaveLength(found.items);
  });

  it("proposeUnits() proposes no unit for a quantity that no density uses", () => {
    const company = { units: METRIC, noise: 0.02, gaps: 0, wrong: 0 };
    expect(proposeUnits(itemsOf({ ...company, densities: ["kg/km"] }))).toMatchObject({
      units: { ...METRIC, width: null, thickness: null },
    });
    expect(proposeUnits(itemsOf({ ...company, densities: ["g/m²"] }))).toMatchObject({
      units: { ...METRIC, thickness: null },
    });
  });

  it("proposeUnits() reports too few items or units that do not fit", () => {
    const company = { units: METRIC, densities: ["g/cm³"], noise: 0, gaps: 0, wrong: 0 } as const;
    const random = randomOf(3);
    const items = itemsOf(company).map((item) => ({ ...item, weight: item.weight * 1_000 ** random() }));
    expect(proposeUnits(items)).toMatchObject({ kind: "noFit", items: 300 });
    expect(proposeUnits(itemsOf(company, 11))).toEqual({ kind: "tooFew", items: 11 });
    const unknown = itemsOf(company).map((item) => ({ ...item, densityUnit: "°Bé" }));
    expect(proposeUnits(unknown)).toEqual({ kind: "tooFew", items: 0 });
  });
});
