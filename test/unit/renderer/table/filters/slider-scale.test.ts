import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  moveHandle,
  offScale,
  onScale,
  scaleOf,
} from "../../../../../renderer/table/filters/slider-scale.ts";

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });

describe("scaleOf()", () => {
  it("scaleOf() uses round steps", () => {
    expect(scaleOf(0, 120)).toEqual({ min: 0, max: 120, step: 1 });
    expect(scaleOf(0.37, 412.6)).toEqual({ min: 0, max: 414, step: 2 });
    expect(scaleOf(-0.013, 0.04)).toEqual({ min: -0.013, max: 0.04, step: 0.0005 });
    expect(scaleOf(7, 7)).toBeNull();
    expect(scaleOf(-1e308, 1e308)).toBeNull();
  });

  it("scaleOf() covers any range with 100 to 250 steps", () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)];
        fc.pre(max - min > Math.max(Math.abs(min), Math.abs(max)) * 1e-6 && max - min > 1e-12);
        const scale = scaleOf(min, max);
        expect(scale).not.toBeNull();
        if (!scale) return;
        expect(scale.min).toBeLessThanOrEqual(min + scale.step * 1e-6);
        expect(scale.max).toBeGreaterThanOrEqual(max - scale.step * 1e-6);
        expect((scale.max - scale.min) / scale.step).toBeGreaterThan(90);
        expect((scale.max - scale.min) / scale.step).toBeLessThan(260);
      }),
    );
  });
});

describe("a slider handle", () => {
  const scale = { min: 0, max: 1, step: 0.01 };
  const bounds = { min: 0.004, max: 0.996 };

  it("a slider handle at the scale's end sets no limit", () => {
    expect([offScale(scale, bounds, 0, "min"), offScale(scale, bounds, 1, "max")]).toEqual([null, null]);
    expect([onScale(scale, null, "min"), onScale(scale, null, "max")]).toEqual([0, 1]);
    expect([onScale(scale, -5, "min"), onScale(scale, 99, "max")]).toEqual([0, 1]);
  });

  it("a slider handle sets exact decimal numbers", () => {
    expect(offScale(scale, bounds, 0.07 + 1e-17, "min")).toBe(0.07);
    expect(offScale(scale, bounds, 0.1 + 0.2, "max")).toBe(0.3);
  });

  it("a slider handle never goes beyond the existing numbers", () => {
    expect(offScale(scale, bounds, 1, "min")).toBe(0.996);
    expect(offScale(scale, bounds, 0, "max")).toBe(0.004);
  });

  it("a slider handle never passes the other handle", () => {
    expect(moveHandle({ min: null, max: 0.503 }, scale, bounds, 1, "min")).toEqual({
      min: 0.503,
      max: 0.503,
    });
    expect(moveHandle({ min: 0.503, max: null }, scale, bounds, 0.2, "max")).toEqual({
      min: 0.503,
      max: 0.503,
    });
    expect(moveHandle({ min: 0.2, max: 0.5 }, scale, bounds, 0, "min")).toEqual({ min: null, max: 0.5 });
  });
});
