import { describe, expect, it } from "vitest";
import { mulberry32, permutation } from "../../../../electron/sample-service/prng.ts";

describe("mulberry32()", () => {
  it("mulberry32() gives equal numbers for equal seeds, all in [0, 1)", () => {
    const take = (seed: number): readonly number[] => Array.from({ length: 1000 }, mulberry32(seed));
    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
    expect(take(7).every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = take(7).reduce((sum, number) => sum + number, 0) / 1000;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  });
});

describe("permutation()", () => {
  it.each([1, 2, 3, 17, 1000, 4096, 5000])("permutation() maps 0 … %i−1 onto itself and back", (size) => {
    const order = permutation(42, size);
    const places = Array.from({ length: size }, (_, index) => order.forward(index));
    expect(new Set(places).size).toBe(size);
    expect(Math.min(...places)).toBe(0);
    expect(Math.max(...places)).toBe(size - 1);
    expect(places.map((place) => order.backward(place))).toEqual(places.map((_, index) => index));
  });

  it("permutation() places neighbouring numbers far apart", () => {
    const order = permutation(1, 1000);
    const close = Array.from({ length: 999 }, (_, index) =>
      Math.abs(order.forward(index) - order.forward(index + 1)),
    ).filter((distance) => distance < 10).length;
    expect(close).toBeLessThan(60);
  });
});
