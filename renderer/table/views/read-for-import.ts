import { parseQuery } from "../../../shared/query.ts";
import { QueryError } from "../../../shared/query-error.ts";
import { readSharedView, ViewRefusal } from "../../../shared/view-share.ts";
import type { SharedView } from "../../../shared/views.ts";
import { compileQuery } from "../../../shared/compile-view.ts";

/** What came of reading a text: the view, or why it is none; neither where there is no text. */
export interface ReadForImport {
  readonly view: SharedView | null;
  readonly problem: string | null;
}

/** Reads a view's file or link, and makes sure that its table can show it: every filter, also one that is off. */
export function readForImport(text: string): ReadForImport {
  if (text.trim() === "") return { view: null, problem: null };
  try {
    const view = readSharedView(text);
    const { search, filters, sort, grouping } = view.definition;
    const chips = filters.map(({ filter }) => ({ enabled: true, filter }));
    parseQuery(view.resource, compileQuery({ search, chips, sort, grouping }));
    return { view, problem: null };
  } catch (thrown) {
    if (thrown instanceof ViewRefusal) return { view: null, problem: thrown.message };
    if (thrown instanceof QueryError)
      return { view: null, problem: `This view cannot be used here: ${thrown.message}.` };
    throw thrown;
  }
}
