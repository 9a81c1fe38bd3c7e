/** One line of `npm run bench`. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The other side of the comparison, measured side by side in the same run. */
  readonly versus: string;
  /** The median over rounds of value ÷ versus; below 1 is faster than the other side. */
  readonly ratio: number;
}

/** Measures a function; ms. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** The middle value; for an even number of values, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** Compares two ways in alternating rounds, since these machines are noisy; the first round warms both up. */
export async function compare(
  name: string,
  rounds: number,
  ours: () => Promise<number>,
  theirs: { readonly name: string; readonly run: () => Promise<number> },
  unit = "ms",
): Promise<Figure> {
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The way that runs second finds warmer caches, so the order alternates.
    const first = round % 2 === 0 ? await ours() : await theirs.run();
    const second = round % 2 === 0 ? await theirs.run() : await ours();
    pairs.push(round % 2 === 0 ? [first, second] : [second, first]);
  }
  return ofRounds(name, unit, pairs, theirs.name);
}

/** Makes a figure of rounds of two ways: the medians of both, and the median of the rounds' ratios. @param pairs ours, then theirs. */
export function ofRounds(
  name: string,
  unit: string,
  pairs: readonly (readonly [number, number])[],
  versusName: string,
): Figure {
  const value = median(pairs.map(([own]) => own));
  const versus = median(pairs.map(([, other]) => other));
  const ratio = median(pairs.map(([own, other]) => own / other));
  return {
    name,
    value: Number(value.toPrecision(4)),
    unit,
    versus: `${versusName}: ${Number(versus.toPrecision(4))} ${unit}`,
    ratio: Number(ratio.toPrecision(3)),
  };
}

/** The percentile: the given per cent of all values are not above it. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Makes the figure of a value compared with another value or a limit. */
export function against(
  name: string,
  value: number,
  unit: string,
  versus: { readonly name: string; readonly value: number },
): Figure {
  return {
    name,
    value: Number(value.toPrecision(4)),
    unit,
    versus: `${versus.name}: ${Number(versus.value.toPrecision(4))} ${unit}`,
    ratio: Number((value / versus.value).toPrecision(3)),
  };
}
