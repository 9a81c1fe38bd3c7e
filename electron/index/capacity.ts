/** The number of places to allocate for some rows. A reserve lets a few more rows fit without a larger array. */
export function capacityFor(places: number): number {
  return Math.max(1_024, Math.ceil(places * 1.0625));
}

/** The array itself if it has room for an index; otherwise a larger copy. */
export function grown(numbers: Uint32Array<ArrayBuffer>, index: number): Uint32Array<ArrayBuffer> {
  if (index < numbers.length) return numbers;
  const larger = new Uint32Array(capacityFor(index + 1));
  larger.set(numbers);
  return larger;
}

/** A copy of the numbers at some places, with room for a few more. */
export function picked(numbers: Uint32Array, places: Uint32Array): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(capacityFor(places.length));
  for (let at = 0; at < places.length; at += 1) found[at] = numbers[places[at] ?? 0] ?? 0;
  return found;
}
