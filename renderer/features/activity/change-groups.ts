import type { ListedChange } from "../../../shared/inventory/changes.ts";

/** The changes of one pass that are loaded. */
export interface ChangeGroup {
  readonly observedAfter: string | null;
  readonly observedBefore: string;
  readonly count: number;
  /** True if further changes of the group are not loaded. `count` is then a minimum. */
  readonly more: boolean;
}

/**
 * The group that starts at an index; null if no group starts there. @param total the number of all changes, loaded or
 * not.
 */
export function groupAt(
  index: number,
  total: number,
  changeAt: (index: number) => ListedChange | undefined,
): ChangeGroup | null {
  const first = changeAt(index);
  if (!first || (index > 0 && changeAt(index - 1)?.pass === first.pass)) return null;
  // No heading is shown while the change above is loading: a heading that disappears again would shift the list.
  if (index > 0 && !changeAt(index - 1)) return null;
  let { observedAfter, observedBefore } = first;
  let end = index + 1;
  for (; end < total; end += 1) {
    const change = changeAt(end);
    if (change?.pass !== first.pass) break;
    if (observedAfter !== null) observedAfter = earlier(observedAfter, change.observedAfter);
    if (change.observedBefore > observedBefore) ({ observedBefore } = change);
  }
  return {
    observedAfter,
    observedBefore,
    count: end - index,
    more: end < total && changeAt(end) === undefined,
  };
}

function earlier(left: string, right: string | null): string | null {
  return right === null || right < left ? right : left;
}
