/** A plan counts in millionths of the unit, as whole numbers: 3 × 0.1 then fits a roll of 0.3. */
const PARTS = 1_000_000;

export const toParts = (length: number): number => Math.round(length * PARTS);
export const toLength = (parts: number): number => parts / PARTS;

/** The sum of whole numbers of parts. */
export const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);
