import { today } from "../../base/clock.ts";
import { parseLevel, requireLevel } from "../../../shared/query/group-levels.ts";
import { parseQuery } from "../../../shared/query/query.ts";
import { QueryError } from "../../../shared/base/errors.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { ViewRefusal } from "../../../shared/features/views/view-share.ts";
import { readSharedView } from "../../../shared/features/views/view-share.ts";
import type { SharedView } from "../../../shared/features/views/view-share.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { compileView } from "../../../shared/query/views/compile-view.ts";
import { MISFITS } from "../views/messages.ts";

/** The result of reading a text: the view or the problem; both are null for an empty text. */
export interface ReadForImport {
  readonly view: SharedView | null;
  readonly problem: string | null;
  /** The exact cause, for the author of the view; null if the problem is precise enough. */
  readonly detail: string | null;
}

export const refused = (problem: string, detail: string | null = null): ReadForImport => ({
  view: null,
  problem,
  detail,
});

/**
 * Reads a view's file or link. Checks that its table can show all parts of the view, including filters that are off.
 */
export function readForImport(text: string): ReadForImport {
  if (text.trim() === "") return { view: null, problem: null, detail: null };
  try {
    const view = readSharedView(text);
    const misfit = misfitOf(view.resource, view.definition);
    return misfit ?? { view, problem: null, detail: null };
  } catch (thrown) {
    if (thrown instanceof ViewRefusal) return refused(thrown.message, thrown.detail);
    throw thrown;
  }
}

type Asked = Pick<ViewDefinition, "search" | "filters" | "sort" | "grouping">;
const EMPTY_DEFINITION: Asked = { search: "", filters: [], sort: [] };

/**
 * Finds the first part of a view that its table cannot show; null if there is no such part. Each part is tried alone.
 */
function misfitOf(resource: Resource, definition: ViewDefinition): ReadForImport | null {
  const { search, filters, sort, grouping } = definition;
  const parts: [problem: string, definition: Asked][] = filters.map((filter, at) => [
    MISFITS.filter({ at: at + 1, resource }),
    { ...EMPTY_DEFINITION, filters: [filter] },
  ]);
  parts.push(
    [MISFITS.order({ resource }), { ...EMPTY_DEFINITION, sort }],
    [MISFITS.grouping({ resource }), { ...EMPTY_DEFINITION, grouping }],
    [MISFITS.size, { search, filters, sort, grouping }],
  );
  for (const [problem, definition] of parts) {
    const reason = reasonAgainst(resource, definition);
    if (reason !== null) return refused(problem, reason);
  }
  return null;
}

function reasonAgainst(resource: Resource, { search, filters, sort, grouping }: Asked): string | null {
  const chips = filters.map(({ filter }) => ({ enabled: true, filter }));
  try {
    for (const id of grouping ?? []) requireLevel(resource, parseLevel(id));
    parseQuery(resource, compileView(resource, { search, chips, sort, grouping }, today()));
    return null;
  } catch (thrown) {
    if (thrown instanceof QueryError) return thrown.message;
    throw thrown;
  }
}
