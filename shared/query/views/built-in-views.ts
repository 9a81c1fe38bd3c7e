import { COMPUTED_COLUMNS } from "../../computed-columns.ts";
import { sentenceText, type Sentence } from "../../base/text/texts.ts";
import type { FieldFilter } from "../field-filter.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import { VIEW_NAMES } from "../messages.ts";
import { VIEW_MINOR, type ViewDefinition } from "./views.ts";

/** A view that the user can choose by name. */
export interface NamedView {
  readonly id: string;
  readonly name: string;
  /** The English name of a built-in view, which commands and mail files use. */
  readonly englishName?: string;
  readonly builtIn: boolean;
  readonly definition: ViewDefinition;
}

/** The view of all rows, which every table has. It replaces a deleted view. */
export const ALL_VIEW: NamedView = builtIn("all", VIEW_NAMES.all, []);

/** The share of the starting length. An item with less remaining length counts as low. */
const LOW_SHARE = 0.1;

const UPDATED_TODAY = builtIn(
  "updated_today",
  VIEW_NAMES.updatedToday,
  [{ kind: "today", field: "updatedAt" }],
  [{ field: "updatedAt", direction: "desc" }],
);
const NO_LONGER_RETURNED = builtIn("no_longer_returned", VIEW_NAMES.noLongerReturned, [
  { kind: "presence", field: "noLongerReturnedSince", empty: false },
]);

const viewsOf = (resource: Resource): readonly NamedView[] =>
  COMPUTED_COLUMNS.flatMap(({ name, resources, view }) =>
    view && resources.includes(resource) ? [builtIn(view.id, view.name, [choiceOf(name, view.values)])] : [],
  );
/** The views for columns that Stockdeck computes. */
const COMPUTED_VIEWS = { items: viewsOf("items"), types: viewsOf("types"), locations: viewsOf("locations") };

/**
 * The built-in views of every table. Users can change these views on screen, but not save, rename or delete them. The
 * ids of the views are stored with the changes that the user has seen, so the ids must never change.
 */
export const BUILT_IN_VIEWS: Readonly<Record<Resource, readonly NamedView[]>> = {
  items: [
    ALL_VIEW,
    builtIn("available", VIEW_NAMES.available, [ofStatus("available")]),
    builtIn(
      "checked_out",
      VIEW_NAMES.checkedOut,
      [ofStatus("checked_out")],
      [{ field: "checkedOutAt", direction: "asc" }],
    ),
    builtIn("archived", VIEW_NAMES.archived, [ofStatus("archived")]),
    UPDATED_TODAY,
    builtIn("no_location", VIEW_NAMES.noLocation, [{ kind: "presence", field: "locationId", empty: true }]),
    builtIn("no_type", VIEW_NAMES.noType, [{ kind: "presence", field: "materialTypeId", empty: true }]),
    builtIn("never_weighed", VIEW_NAMES.neverWeighed, [{ kind: "presence", field: "weight", empty: true }]),
    builtIn("low_remaining", VIEW_NAMES.lowRemaining, [
      { kind: "share", field: "remainingLength", of: "startingLength", share: LOW_SHARE },
    ]),
    ...COMPUTED_VIEWS.items,
    NO_LONGER_RETURNED,
  ],
  types: [ALL_VIEW, ...COMPUTED_VIEWS.types, UPDATED_TODAY, NO_LONGER_RETURNED],
  locations: [ALL_VIEW, ...COMPUTED_VIEWS.locations, UPDATED_TODAY, NO_LONGER_RETURNED],
};

/** The ids of all built-in views. */
export const BUILT_IN_IDS: ReadonlySet<string> = new Set(
  Object.values(BUILT_IN_VIEWS).flatMap((views) => views.map(({ id }) => id)),
);

/** The filter by status, identical to the filter that the user can set. */
export function ofStatus(status: string, negate = false): FieldFilter {
  return choiceOf("status", [status], negate);
}

function choiceOf(field: string, values: readonly string[], negate = false): FieldFilter {
  return { kind: "choice", field, negate, values: [...values], empty: false };
}

/** A built-in view has no columns, so that choosing it keeps the user's columns. */
function builtIn(
  id: string,
  name: Sentence,
  filters: readonly FieldFilter[],
  sort: ViewDefinition["sort"] = [],
): NamedView {
  return {
    id,
    name: sentenceText(name),
    englishName: name.english,
    builtIn: true,
    definition: {
      version: 1,
      minor: VIEW_MINOR,
      search: "",
      filters: filters.map((filter) => ({ enabled: true, filter })),
      sort,
    },
  };
}
