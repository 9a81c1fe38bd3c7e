import { describe, expect, it } from "vitest";
import { weightPerLength, readDensityUnit, type TypeDensity } from "../../../../shared/inventory/density.ts";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";

const gramsPerCc = (text: string) => [text, 3, 1_000] as const;

describe("readDensityUnit()", () => {
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
    ...[
      "g/cm^3",
      "g/cc",
      "g/ml",
      "kg/L",
      "kg/l",
      "g / cm ^ 3",
      "g/cm**3",
      "G/CM³",
      "g·cm⁻³",
      "g cm-3",
      "g.cm^-3",
    ].map(gramsPerCc),
    ...[
      "g⋅cm−3",
      "g*cm^-3",
      "g per cc",
      "grams per cubic centimeter",
      "Grams/cu. cm",
      "g/(cm³)",
      "g/ccm",
    ].map(gramsPerCc),
    ...[
      "gm/cc",
      "t/m³",
      "Mg/m³",
      "kg/dm³",
      "g∕cm³",
      "g⁄cm³",
      "g/㎤",
      "㎏/ℓ",
      "kg/litre",
      "g per mL",
      "g/cm{3}",
    ].map(gramsPerCc),
    ...["kgs/ltr", "tonnes per cubic metre", "metric tons/m^3", "g/cm cubed", "kilograms per liter"].map(
      gramsPerCc,
    ),
    ...["kg/m^3", "KG/M3", "kg m⁻³", "kg·m-3", "g/L", "kg per cbm", "mg/ml", "MG/CC"].map(
      (text) => [text, 3, 1] as const,
    ),
    ...[
      "lbs/ft³",
      "lb/cu ft",
      "lb/cu. ft.",
      "lbs per cubic foot",
      "PCF",
      "lb/cuft",
      "pounds/ft^3",
      "lb ft-3",
    ].map((text) => [text, 3, 16.018463] as const),
    ...["lb/in³", "lbs/cu in", "lb/in^3", "lb/cubic inch", "pci"].map((text) => [text, 3, 27_679.9] as const),
    ["oz/in3", 3, 1_729.99],
    ["oz/cu in", 3, 1_729.99],
    ["lb/gal", 3, 119.826],
    ["lbs per US gallon", 3, 119.826],
    ...[
      "g/m^2",
      "GSM",
      "g.s.m.",
      "g/sqm",
      "g/sq m",
      "g per square metre",
      "g m⁻²",
      "g·m^-2",
      "g/m squared",
      "g/㎡",
    ].map((text) => [text, 2, 1e-3] as const),
    ["mg/cm²", 2, 1e-2],
    ["osy", 2, 0.0339057],
    ["oz/sq yd", 2, 0.0339057],
    ["oz/square yard", 2, 0.0339057],
    ["lb/msf", 2, 0.00488243],
    ["lbs/1,000 sq ft", 2, 0.00488243],
    ["lb/3000 ft²", 2, 0.00162748],
    ["psf", 2, 4.88243],
    ["dtex", 1, 1e-7],
    ["denier", 1, 1 / 9e6],
    ["grams per metre", 1, 1e-3],
    ["lbs / foot", 1, 1.488164],
    ["lb/in", 1, 17.858],
    ["kg m-1", 1, 1],
  ] as const)("readDensityUnit() reads %s", (text, dimensions, factor) => {
    const unit = readDensityUnit(text);
    expect(unit?.dimensions).toBe(dimensions);
    expect((unit?.factor ?? 0) / factor).toBeCloseTo(1, 4);
  });

  it.each([
    "",
    "kg",
    "stone/furlong",
    "g/cm⁴",
    "m/kg",
    "g/cm^-3",
    "g/ml²",
    "g/sq m2",
    "g/0 m",
    "g//cm3",
    "g/",
    "/cm3",
    "g/cm³/m",
    "g/cm33",
    "ton/m³",
    "g per",
    "per m3",
    "g/cm3 dry",
    "constructor",
    "g/constructor",
    "g/mm/s",
  ])("readDensityUnit() refuses %j", (text) => {
    expect(readDensityUnit(text)).toBeNull();
  });
});

describe("weightPerLength()", () => {
  const film: TypeDensity = { id: "film", density: 1.4, densityUnit: "g/cm³", width: 1_200, thickness: 23 };
  const units = { ...NO_UNITS, length: "m", weight: "kg", width: "mm", thickness: "µm" } as const;

  it("the weight per length is density times width times thickness", () => {
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
  ])("the weight per length is unknown without %s", (_what, type) => {
    expect(weightPerLength({ ...film, ...type }, units)).toBeNull();
  });

  it("the weight per length is unknown if a needed unit is missing", () => {
    expect(weightPerLength(film, { ...units, weight: null })).toBeNull();
    expect(weightPerLength(film, NO_UNITS)).toBeNull();
  });
});
