/** Records as they travel in a page: JSON in UTF-8. */
export function recordsText(records: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(records));
}
