const STATUSES = ["available", "available", "available", "checked_out", "archived"] as const;

/** Makes realistic items without a service, in batches. It is for tests and benchmarks of the store alone. */
export function* generateRecords(count: number, batch: number): Generator<Record<string, unknown>[]> {
  for (let begin = 0; begin < count; begin += batch) {
    const length = Math.min(batch, count - begin);
    yield Array.from({ length }, (_, offset) => record(begin + offset));
  }
}

function record(index: number): Record<string, unknown> {
  const status = STATUSES[index % STATUSES.length];
  // A large odd step gives an order that differs from the order of the ids, but is the same in every run.
  const mixed = (index * 7_919) % 1_000_003;
  const at = (days: number): string =>
    new Date(Date.UTC(2026, 0, 1) - days * 86_400_000 + (mixed % 86_400) * 1_000).toISOString();
  return {
    id: `item-${index.toString(36).padStart(6, "0")}`,
    name: `Film ${mixed % 97} µm roll #${mixed}`,
    status,
    locationId: index % 20 === 0 ? null : `loc-${mixed % 12}`,
    materialTypeId: `type-${mixed % 60}`,
    startingLength: 1_000 + (mixed % 500),
    originalLength: 1_000,
    remainingLength: mixed % 1_000,
    weight: index % 7 === 0 ? null : (mixed % 4_000) / 100,
    weightSource: index % 7 === 0 ? null : "scale",
    checkedOutToUserId: status === "checked_out" ? `usr-${mixed % 200}` : null,
    checkedOutAt: status === "checked_out" ? at(mixed % 300) : null,
    archivedAt: status === "archived" ? at(mixed % 300) : null,
    createdAt: at(900),
    updatedAt: at(mixed % 800),
  };
}
