import type { Roll } from "./cut-types.ts";
import type { Draft, Group } from "./draft.ts";
import type { RollStock } from "./roll-stock.ts";

interface Gathered {
  readonly roll: Roll;
  readonly pieces: readonly number[];
}

/** The free rolls of one location, by their length in parts. */
type FreeRolls = Map<number, Roll[]>;

/**
 * Exchanges a draft's rolls for others of the same length that lie in fewer locations. Rolls of one location come
 * together. Takes the location that serves the most groups first, which is not always the fewest locations.
 */
export function gatherLocations({ groups }: Draft, stock: RollStock): readonly Gathered[] {
  const locations = rollsByLocation(groups, stock);
  const gathered: Gathered[] = [];
  let left: readonly Group[] = groups;
  while (left.length > 0 && locations.size > 0) {
    const counts = [...locations].map(([id, free]) => ({ id, free, count: servable(left, free, stock) }));
    const { id, free } = counts.reduce((best, next) => (next.count > best.count ? next : best));
    locations.delete(id);
    left = left.filter(({ place, pieces }) => {
      const roll = free.get(stock.lengthOf(place))?.pop();
      if (roll) gathered.push({ roll, pieces });
      return roll === undefined;
    });
  }
  return gathered;
}

function rollsByLocation(groups: readonly Group[], stock: RollStock): Map<string | null, FreeRolls> {
  const lengths = new Set(groups.map(({ place }) => stock.lengthOf(place)));
  const locations = new Map<string | null, FreeRolls>();
  for (const [place, roll] of stock.rolls.entries()) {
    const length = stock.lengthOf(place);
    if (!lengths.has(length)) continue;
    const free = locations.get(roll.locationId) ?? new Map<number, Roll[]>();
    locations.set(roll.locationId, free.set(length, [...(free.get(length) ?? []), roll]));
  }
  return locations;
}

/** How many groups the rolls of one location serve. */
function servable(groups: readonly Group[], free: FreeRolls, stock: RollStock): number {
  const left = new Map([...free].map(([length, rolls]) => [length, rolls.length]));
  return groups.filter(({ place }) => {
    const count = left.get(stock.lengthOf(place)) ?? 0;
    left.set(stock.lengthOf(place), count - 1);
    return count > 0;
  }).length;
}
