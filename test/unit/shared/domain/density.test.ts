import { describe, expect, it } from "vitest";
import { readDensityUnit, weightPerLength, type TypeDensity } from "../../../../shared/domain/density.ts";
import { NO_UNITS } from "../../../../shared/domain/units.ts";

describe("readDensityUnit", () => {
  it.each([
    ["g/cm³", 3, 1_000],
    ["G/cm3", 3, 1_000],
    ["kg / m3", 3, 1],
    ["lb/ft³", 3, 16.018463],
    ["lb/in³", 3, 27_679.9],
    ["g/m²", 2, 1e-3],
    ["gsm", 2, 1e-3],
    ["oz/yd²", 2, 0.0339057],
    ["kg/km", 1, 1e-3],
    ["g/m", 1, 1e-3],
    ["lb/1000 ft", 1, 0.00148816],
  ])("reads %s", (text, dimensions, factor) => {
    const unit = readDensityUnit(text);
    expect(unit?.dimensions).toBe(dimensions);
    expect((unit?.factor ?? 0) / factor).toBeCloseTo(1, 4);
  });

  it.each(["", "kg", "g/ml", "stone/furlong", "g/cm⁴", "m/kg"])("does not know %j", (text) => {
    expect(readDensityUnit(text)).toBeNull();
  });
});

describe("weightPerLength", () => {
  const film: TypeDensity = { id: "film", density: 1.4, densityUnit: "g/cm³", width: 1_200, thickness: 23 };
  const units = { ...NO_UNITS, length: "m", weight: "kg", width: "mm", thickness: "µm" } as const;

  it("is density times width times thickness, in the item's own units", () => {
    expect(weightPerLength(film, units)).toBeCloseTo(1_400 * 1.2 * 23e-6, 10);
    expect(weightPerLength(film, { ...units, weight: "g", length: "cm" })).toBeCloseTo(0.3864, 5);
    const cable = { ...film, densityUnit: "kg/km", density: 50, width: null, thickness: null };
    expect(weightPerLength(cable, { ...NO_UNITS, length: "m", weight: "kg" })).toBeCloseTo(0.05, 10);
  });

  it.each<[string, Partial<TypeDensity>]>([
    ["a density", { density: null }],
    ["a known density unit", { densityUnit: "stone" }],
    ["a width", { width: null }],
    ["a thickness above zero", { thickness: 0 }],
  ])("is unknown without %s", (_what, type) => {
    expect(weightPerLength({ ...film, ...type }, units)).toBeNull();
  });

  it("is unknown without a unit that it needs", () => {
    expect(weightPerLength(film, { ...units, weight: null })).toBeNull();
    expect(weightPerLength(film, NO_UNITS)).toBeNull();
  });
});
