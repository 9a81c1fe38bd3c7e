/** A set of row ids with one bit each. A million rows take 125 kB. */
export class RowSet {
  #bits = new Uint8Array(1_024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(rowid: number): boolean {
    return ((this.#bits[rowid >>> 3] ?? 0) & (1 << (rowid & 7))) !== 0;
  }

  /** Adds a row id, a whole number from 0 up. */
  add(rowid: number): void {
    const index = rowid >>> 3;
    if (index >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(index + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const mask = 1 << (rowid & 7);
    const byte = this.#bits[index] ?? 0;
    if ((byte & mask) !== 0) return;
    this.#bits[index] = byte | mask;
    this.#size += 1;
  }
}
