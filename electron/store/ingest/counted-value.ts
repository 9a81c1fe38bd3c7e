/** From which part of the value last counted on a difference counts. Scales jitter by less. */
export const COUNTED_PART = 0.005;

/** A value that went down, and when it was counted: the latest first. */
export interface CountedUse {
  readonly amount: number;
}

/** The effect of a new value: the added use, and the corrections of earlier uses. */
export interface Counting {
  /** The value that the next one is compared with. */
  readonly counted: number;
  readonly used: number;
  /** By how much each of the given uses shrinks, in their order. */
  readonly takenBack: readonly number[];
}

/**
 * Compares a value with the last counted one. A decrease is a use. An increase corrects recent uses, the latest first;
 * the rest of it is a refill. A difference below 0.5 % waits: slow use adds up until it counts, jitter never does.
 * @param recent the uses that an increase may correct, the latest first.
 */
export function countValue(last: number, value: number, recent: readonly CountedUse[]): Counting {
  const difference = last - value;
  // 995 of 1,000 is exactly 0.5 %, despite the rounding of binary numbers.
  const isCounted = difference !== 0 && Math.abs(difference) >= Math.abs(last) * COUNTED_PART * (1 - 1e-9);
  if (!isCounted) return { counted: last, used: 0, takenBack: recent.map(() => 0) };
  let surplus = Math.max(0, -difference);
  const takenBack = recent.map(({ amount }) => {
    const part = Math.min(amount, surplus);
    surplus -= part;
    return part;
  });
  return { counted: value, used: Math.max(0, difference), takenBack };
}
