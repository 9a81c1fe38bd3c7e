import { Anchor, Box } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useConnectionApi } from "../../host/host-context.ts";
import { StatusBadge } from "../../table/labels/status-badge.tsx";
import { formatNumber } from "../../base/format.ts";
import { CHUNK_ROWS } from "../../table/query/chunk-rows.ts";
import { countQuery, firstRowsQuery } from "../../table/query/result-queries.ts";
import { useShowItems, valueFilter } from "../../table/navigation/use-show-items.ts";
import { itemsOf, type Referenced } from "./items-of.ts";
import { NO_ITEMS, openAll } from "./messages.ts";
import classes from "./reference-page.module.css";
import { PlainButton } from "../../ui/buttons.tsx";

const NUMBERS = [
  { field: "remainingLength", label: "Remaining" },
  { field: "weight", label: "Weight" },
] as const;

/** The first items of a record, by name; the table has all of them. */
export function PageItems({ of }: { readonly of: Referenced }) {
  const copy = useConnectionApi();
  const query = itemsOf(of);
  const { data, error } = useQuery({
    ...firstRowsQuery(copy, "items", query),
    placeholderData: keepPreviousData,
  });
  const count = useQuery(countQuery(copy, "items", query));
  const show = useShowItems();
  const other = of.field === "locationId" ? "materialTypeName" : "locationName";
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return null;
  if (data.rows.length === 0) return <p className="sd-dimmed">{NO_ITEMS}</p>;
  const total = count.data?.total ?? data.rows.length;
  return (
    <>
      <Box mah={420} mb={10} style={{ overflow: "auto" }}>
        <table className={classes.items}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Status</th>
              <th scope="col">{of.field === "locationId" ? "Material type" : "Location"}</th>
              {NUMBERS.map(({ field, label }) => (
                <th key={field} scope="col" data-number>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => {
              const id = String(row["id"]);
              const status = row["status"];
              return (
                <tr key={id}>
                  <th scope="row">
                    <Anchor
                      size="sm"
                      inherit
                      renderRoot={(props) => (
                        <Link {...props} to="/items" search={{ record: id, profile: copy.profileId }} />
                      )}
                    >
                      {row["name"]}
                    </Anchor>
                  </th>
                  <td>{typeof status === "string" ? <StatusBadge status={status} /> : "–"}</td>
                  <td>{row[other] ?? "–"}</td>
                  {NUMBERS.map(({ field }) => {
                    const value = row[field];
                    return (
                      <td key={field} data-number>
                        {typeof value === "number" ? formatNumber(value) : "–"}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Box>
      <PlainButton onClick={() => show([valueFilter(of.field, of.id)])}>
        {openAll(total, CHUNK_ROWS)}
      </PlainButton>
    </>
  );
}
