import { Box } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useConnectionApi } from "../../host/host-context.ts";
import { RecordLink } from "../../table/navigation/record-link.tsx";
import { StatusBadge } from "../../table/labels/status-badge.tsx";
import { formatNumber } from "../../base/format.ts";
import { CHUNK_ROWS } from "../../table/query/chunk-rows.ts";
import { countQuery, firstRowsQuery } from "../../table/query/result-queries.ts";
import { useShowItems, valueFilter } from "../../table/navigation/use-show-items.ts";
import { itemsOf, type Referenced } from "./items-of.ts";
import { ITEM_HEADINGS, NO_ITEMS, openAll } from "./messages.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { PlainButton } from "../../ui/buttons.tsx";

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
        <DataTable
          rows={data.rows}
          keyOf={(row) => String(row["id"])}
          columns={[
            {
              key: "name",
              heading: ITEM_HEADINGS.name,
              renderCell: (row) => <RecordLink id={row["id"]} name={row["name"]} size="sm" />,
            },
            {
              key: "status",
              heading: ITEM_HEADINGS.status,
              renderCell: ({ status }) =>
                typeof status === "string" ? <StatusBadge status={status} /> : "–",
            },
            { key: other, heading: ITEM_HEADINGS[other], renderCell: (row) => row[other] ?? "–" },
            ...(["remainingLength", "weight"] as const).map((field) => ({
              key: field,
              heading: ITEM_HEADINGS[field],
              isNumber: true,
              renderCell: ({ [field]: value }: Row) =>
                typeof value === "number" ? formatNumber(value) : "–",
            })),
          ]}
        />
      </Box>
      <PlainButton onClick={() => show([valueFilter(of.field, of.id)])}>
        {openAll(total, CHUNK_ROWS)}
      </PlainButton>
    </>
  );
}
