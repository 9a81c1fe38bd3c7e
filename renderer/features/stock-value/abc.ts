/** The classes of material types by their share of the stock's value. */
export const ABC_CLASSES = ["A", "B", "C"] as const;
export type AbcClass = (typeof ABC_CLASSES)[number];

/** The percentages of the value that belong to classes A and B. Class C has the rest. */
export interface AbcLimits {
  readonly a: number;
  readonly b: number;
}
export const DEFAULT_LIMITS: AbcLimits = { a: 80, b: 15 };

export interface Valued {
  readonly id: string;
  readonly name: string;
  readonly value: number;
}

export interface Classified extends Valued {
  readonly abc: AbcClass;
  /**
   * The share of this type in the whole value; 1 is the whole. `cumulative` is the share of this type and all larger
   * types.
   */
  readonly share: number;
  readonly cumulative: number;
}

/**
 * Classifies material types, the largest first. The types are lined up by value; a type belongs to the class in which
 * its part of the line begins. Types of equal value are in the same class.
 */
export function classify(types: readonly Valued[], { a, b }: AbcLimits): readonly Classified[] {
  const sorted = types.filter(({ value }) => value > 0).toSorted((left, right) => right.value - left.value);
  const whole = sorted.reduce((sum, { value }) => sum + value, 0);
  const classified: Classified[] = [];
  let before = 0;
  for (const type of sorted) {
    const last = classified.at(-1);
    // Without rounding, binary fractions could move a type over a limit that its value meets exactly.
    const begins = Number(((before / whole) * 100).toPrecision(12));
    const abc = last?.value === type.value ? last.abc : begins < a ? "A" : begins < a + b ? "B" : "C";
    before += type.value;
    classified.push({ ...type, abc, share: type.value / whole, cumulative: before / whole });
  }
  return classified;
}

/** The summary of one class. */
export interface AbcSummary {
  readonly abc: AbcClass;
  readonly types: number;
  readonly value: number;
  readonly share: number;
  /** The smallest and the largest value of a type in the class. */
  readonly min: number;
  readonly max: number;
}

/** Summarises each class that has types. */
export function summariseClasses(classified: readonly Classified[]): readonly AbcSummary[] {
  return ABC_CLASSES.flatMap((abc) => {
    const types = classified.filter((type) => type.abc === abc);
    const [largest] = types;
    const smallest = types.at(-1);
    if (!largest || !smallest) return [];
    return [
      {
        abc,
        types: types.length,
        value: types.reduce((sum, { value }) => sum + value, 0),
        share: types.reduce((sum, { share }) => sum + share, 0),
        min: smallest.value,
        max: largest.value,
      },
    ];
  });
}
