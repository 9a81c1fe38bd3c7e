import type { GroupPath } from "../../../shared/query/group-levels.ts";
import { MAX_EXCEPTIONS, type Groups } from "../../../shared/query/grouping.ts";

/** Which groups are closed: all but the exceptions, or none but those. */
export type Folds = Pick<Groups, "closed" | "exceptions">;

/** Every group is closed, to show first which groups there are. */
export const ALL_CLOSED: Folds = { closed: true, exceptions: [] };
export const ALL_OPEN: Folds = { closed: false, exceptions: [] };

/** Opens a group that is closed, and closes one that is open; null if too many stand out already. */
export function toggleFold({ closed, exceptions }: Folds, path: GroupPath): Folds | null {
  const key = JSON.stringify(path);
  const others = exceptions.filter((other) => JSON.stringify(other) !== key);
  if (others.length < exceptions.length) return { closed, exceptions: others };
  return others.length === MAX_EXCEPTIONS ? null : { closed, exceptions: [...others, [...path]] };
}
