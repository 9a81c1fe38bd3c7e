import { leavesOf, type Chip, type ChipFilter } from "../../../shared/query/field-filter.ts";

/** Puts a filter into the list: in the place of the chip of that id, or at the end, switched on. */
export function putChip(chips: readonly Chip[], id: string, filter: ChipFilter): Chip[] {
  if (chips.some((chip) => chip.id === id)) {
    return chips.map((chip) => (chip.id === id ? { ...chip, filter } : chip));
  }
  return [...chips, { id, enabled: true, filter }];
}

/** The fields that the chips that are switched on filter by. */
export function fieldsInUse(chips: readonly Chip[]): ReadonlySet<string> {
  return new Set(
    chips.flatMap(({ enabled, filter }) => (enabled ? leavesOf(filter).map(({ field }) => field) : [])),
  );
}

/** Takes the chip of that id out. */
export function dropChip(chips: readonly Chip[], id: string): Chip[] {
  return chips.filter((chip) => chip.id !== id);
}

/** Switches the chip of that id on or off. */
export function toggleChip(chips: readonly Chip[], id: string): Chip[] {
  return chips.map((chip) => (chip.id === id ? { ...chip, enabled: !chip.enabled } : chip));
}

/** Switches off every chip but one; if it is already the only one on, switches all on. */
export function soloChip(chips: readonly Chip[], id: string): Chip[] {
  const alone = chips.every((chip) => chip.enabled === (chip.id === id));
  return chips.map((chip) => ({ ...chip, enabled: alone || chip.id === id }));
}
