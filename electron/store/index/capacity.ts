/** The places to allocate for a number of rows: some more, so that a few new rows do not move all. */
export function capacityFor(places: number): number {
  return Math.max(1_024, Math.ceil(places * 1.0625));
}

/** The numbers with room for an index: the same array if it has it already. */
export function grown(numbers: Uint32Array<ArrayBuffer>, index: number): Uint32Array<ArrayBuffer> {
  if (index < numbers.length) return numbers;
  const larger = new Uint32Array(capacityFor(index + 1));
  larger.set(numbers);
  return larger;
}
