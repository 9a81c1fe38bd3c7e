import { Anchor, UnstyledButton } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../labels/messages.ts";
import { countQuery } from "../query/result-queries.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { useShowItems, valueFilter } from "../navigation/use-show-items.ts";
import classes from "./details.module.css";
import { DETAILS, pageOfThis, SAME } from "./messages.ts";

const REFERENCES = ["materialTypeId", "locationId", "checkedOutToUserId"] as const;

/**
 * Links from an item to those of the same type, location or holder. From a type or a location, the link leads to its
 * page.
 */
export function RelatedItems({ record }: { readonly record: StoredRecord }) {
  const { resource, row } = record;
  if (resource !== "items") return <PageLink resource={resource} id={String(row["id"])} />;
  const same = REFERENCES.flatMap((field) => {
    const value = row[field];
    return typeof value === "string" && value !== ""
      ? [{ words: SAME[field], filter: valueFilter(field, value) }]
      : [];
  });
  return same.length === 0 ? null : <SameLinks same={same} />;
}

interface SameLinksProps {
  readonly same: readonly { readonly words: string; readonly filter: ReturnType<typeof valueFilter> }[];
}

function SameLinks({ same }: SameLinksProps) {
  const copy = useConnectionApi();
  const show = useShowItems();
  const counts = useQueries({
    queries: same.map(({ filter }) =>
      countQuery(copy, "items", compileQuery({ search: "", chips: [{ enabled: true, filter }], sort: [] })),
    ),
  });
  return (
    <ul className={`sd-list ${classes.related}`} aria-label={DETAILS.related}>
      {same.map(({ words, filter }, at) => {
        const total = counts[at]?.data?.total;
        return (
          <li key={words}>
            <UnstyledButton className={classes.relatedLink} onClick={() => show([filter])}>
              {words}
              {total !== undefined && <span className="sd-num sd-dimmed"> {formatCount(total)}</span>}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

function PageLink({ resource, id }: { readonly resource: "types" | "locations"; readonly id: string }) {
  const { profileId } = useConnectionApi();
  return (
    <p className={classes.related}>
      <Anchor
        size="sm"
        inherit
        renderRoot={(props) => (
          <Link {...props} to={`/${resource}/$id`} params={{ id }} search={{ profile: profileId }} />
        )}
      >
        {pageOfThis(RESOURCE_LABELS[resource].one)}
      </Anchor>
    </p>
  );
}
