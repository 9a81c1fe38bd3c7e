import type { ChipFilter } from "../../../shared/field-filter.ts";
import { findField } from "../../../shared/fields.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { SharedView } from "../../../shared/views.ts";
import { RESOURCE_WORDS } from "../../format/resource-words.ts";
import { sentenceOf, useFilterWords } from "../filters/filter-words.ts";
import classes from "./views.module.css";

/** What a view from elsewhere would show, before anybody takes it over; ids that are not known here are named so. */
export function SharedViewSummary({ view: { resource, definition } }: { readonly view: SharedView }) {
  const { search, filters, sort } = definition;
  const labelOf = (name: string): string => findField(resource, name)?.label ?? name;
  return (
    <ul className={classes.summary} aria-label="What the view shows">
      <li>Table: {RESOURCE_WORDS[resource].title}</li>
      {search !== "" && <li>Search: “{search}”</li>}
      {filters.map(({ enabled, filter }, at) => (
        // A view from elsewhere does not change while it is looked at.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <FilterWords resource={resource} filter={filter} />
          {!enabled && " (switched off)"}
        </li>
      ))}
      {sort.length > 0 && (
        <li>
          Order:{" "}
          {sort
            .map(
              ({ field, direction }) =>
                `${labelOf(field)} ${direction === "asc" ? "ascending" : "descending"}`,
            )
            .join(", ")}
        </li>
      )}
    </ul>
  );
}

function FilterWords({ resource, filter }: { readonly resource: Resource; readonly filter: ChipFilter }) {
  return sentenceOf(useFilterWords(resource, filter));
}
