import type { ListedChange } from "../../../shared/inventory/changes.ts";

/** The changes that one pass observed, as far as they are loaded. */
export interface ChangeGroup {
  readonly observedAfter: string | null;
  readonly observedBefore: string;
  readonly count: number;
  /** True if changes of the group beyond the loaded ones exist. `count` is then "at least". */
  readonly more: boolean;
}

/** The group that begins at an index; null if none begins. @param total of the changes, loaded or not. */
export function groupAt(
  index: number,
  total: number,
  changeAt: (index: number) => ListedChange | undefined,
): ChangeGroup | null {
  const first = changeAt(index);
  if (!first || (index > 0 && changeAt(index - 1)?.pass === first.pass)) return null;
  // The change above is of an unloaded chunk for a moment; a heading that comes and goes would shake the list.
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
