import { ActionIcon, Anchor, Group, Loader, Stack, Box, UnstyledButton } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { HistoryButtons } from "../../table/navigation/history-buttons.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { StatusBadge } from "../../inventory/labels/status-badge.tsx";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import {
  recordQuery,
  countQuery,
  firstRowsQuery,
  facetsQuery,
  totalsQuery,
} from "../../inventory/records/record-queries.ts";
import { FieldList } from "../../table/details/field-list.tsx";
import { RECORD } from "../../table/details/messages.ts";
import { LengthChart, itemsOf, type Referenced } from "./length-chart.tsx";
import { CARDS, receivedAt, ITEM_HEADINGS, openAll, ITEMS, STATUSES, PAGE } from "./messages.ts";
import classes from "./reference-page.module.css";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { formatNumber, formatCount } from "../../base/format.ts";
import { CHUNK_ROWS } from "../../inventory/records/chunk-rows.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import type { Total } from "../../../shared/query/totals.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import { totalsInUnits } from "../../inventory/units/shown-units.ts";
import { measuredText, withUnit } from "../../inventory/units/in-units.ts";
import { isAddable, useUnits } from "../../inventory/units/unit-queries.ts";
import { IDS } from "../../inventory/names/messages.ts";
import { useExtensions } from "../../table/extensions.ts";

/** The page of a material type. */
export function TypePage() {
  const { id } = useParams({ from: "/types/$id" });
  const { connection } = useSearch({ from: "/types/$id" });
  return <ReferencePage of={{ resource: "types", field: "materialTypeId", id }} connection={connection} />;
}

/** The page of a location. */
export function LocationPage() {
  const { id } = useParams({ from: "/locations/$id" });
  const { connection } = useSearch({ from: "/locations/$id" });
  return <ReferencePage of={{ resource: "locations", field: "locationId", id }} connection={connection} />;
}

/** The page of a material type or a location: statuses, remaining lengths and a list of its items. */
function ReferencePage({
  of,
  connection,
}: {
  readonly of: Referenced;
  readonly connection: string | undefined;
}) {
  const api = useConnectionApi();
  const { resource, id } = of;
  // After a switch of connections, an old address may lead to another company's record with the same id.
  const { data: record, error } = useQuery({
    ...recordQuery(api, resource, id),
    enabled: connection === api.connectionId,
  });
  const now = useNow(60_000);
  const title = RESOURCE_LABELS[resource];
  const name = record?.row["name"];
  return (
    <div className={classes.page}>
      <Stack gap={16} maw={1180} mx="auto">
        <Group component="header" gap={14} wrap="nowrap">
          <HistoryButtons />
          <div className={classes.title}>
            <h1 tabIndex={-1} className="sd-title sd-wrap">
              {name ?? id}
            </h1>
            <p>
              {title} · <span className="sd-mono">{id}</span>
              <CopyIdButton id={id} />
              {record && `· ${receivedAt(record.fetchedAt, now)}`}
              {record?.row["stockLevel"] === "low" && (
                <>
                  {" "}
                  · <StatusBadge field="stockLevel" status="low" />
                </>
              )}
            </p>
          </div>
          {record && resource === "types" && (
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/cuts" search={{ type: id }} />}>
              {PAGE.cuts}
            </Anchor>
          )}
          {record && (
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to={`/${resource}`} search={{ record: id, connection: api.connectionId }} />
              )}
            >
              {PAGE.record}
            </Anchor>
          )}
        </Group>
        {error && <p role="alert">{error.message}</p>}
        {(record === null || connection !== api.connectionId) && <p>{RECORD.none({ resource })}</p>}
        {record === undefined && !error && connection === api.connectionId && <Loader size="sm" />}
        {record && (
          <div className={classes.cards}>
            <Card title={CARDS.statuses}>
              <StatusTotals of={of} />
            </Card>
            <Card title={CARDS.lengths}>
              <LengthChart of={of} />
            </Card>
            <Card title={CARDS.items} wide>
              <PageItems of={of} />
            </Card>
            <Card title={CARDS.fields} wide>
              <FieldList record={record} />
            </Card>
          </div>
        )}
      </Stack>
    </div>
  );
}

function CopyIdButton({ id }: { readonly id: string }) {
  const copy = useCopy();
  return (
    <ActionIcon size="sm" aria-label={IDS.copy} title={IDS.copy} onClick={() => copy(id, IDS.id)}>
      <IconCopy size={14} />
    </ActionIcon>
  );
}

interface CardProps {
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function Card({ title, wide = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} data-wide={wide || undefined} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The number fields of an item that the page lists and adds up. */
const SUMMED = ["remainingLength", "weight"] as const;

/** The first items of a record, ordered by name. The table shows all items. */
function PageItems({ of }: { readonly of: Referenced }) {
  const api = useConnectionApi();
  const query = itemsOf(of);
  const { data, error } = useQuery({
    ...firstRowsQuery(api, "items", query),
    placeholderData: keepPreviousData,
  });
  const count = useQuery(countQuery(api, "items", query));
  const show = useShowItems();
  const [openLabels] = useExtensions("openLabels");
  const units = useUnits();
  const other = of.field === "locationId" ? "materialTypeName" : "locationName";
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return null;
  if (data.rows.length === 0) return <p className="sd-dimmed">{ITEMS.none}</p>;
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
            ...SUMMED.map((name) => ({
              key: name,
              heading: ITEM_HEADINGS[name],
              isNumber: true,
              renderCell: (row: Row) => {
                const [field, value] = [findField("items", name), row[name]];
                return field && typeof value === "number" ? measuredText(units, field, value, row) : "–";
              },
            })),
          ]}
        />
      </Box>
      <Group gap={8}>
        <PlainButton onClick={() => show([valueFilter(of.field, of.id)])}>
          {openAll(total, CHUNK_ROWS)}
        </PlainButton>
        {openLabels && (
          <PlainButton onClick={() => openLabels({ resource: "items", query })}>{ITEMS.labels}</PlainButton>
        )}
      </Group>
    </>
  );
}

/** The most statuses that are listed. The service may send statuses that the specification does not name. */
const LISTED_STATUSES = 20;

/** The items of a record by status, with their number and sums. A click on a row opens these items in the table. */
function StatusTotals({ of }: { readonly of: Referenced }) {
  const api = useConnectionApi();
  const query = itemsOf(of);
  const show = useShowItems();
  const units = useUnits();
  const statuses = useQuery(
    facetsQuery(api, "items", query, "status", { search: "", limit: LISTED_STATUSES }),
  );
  const totals = useQuery(totalsQuery(api, "items", query, SUMMED));
  const error = statuses.error ?? totals.error;
  const rows = totals.data?.rows ?? 0;
  if (error) return <p role="alert">{error.message}</p>;
  if (!statuses.data || !totals.data) return null;
  const reference = valueFilter(of.field, of.id);
  // The totals of a field; null if the items' numbers cannot be added.
  const totalsOf = (name: string): readonly Total[] | null => {
    const field = findField("items", name);
    return field && isAddable(field, query, units)
      ? totalsInUnits(units, field, totals.data.fields[name] ?? [])
      : null;
  };
  return (
    <>
      <ul className="sd-list">
        {statuses.data.values.map(({ value, count }) => (
          <li key={value}>
            <UnstyledButton
              className={classes.status}
              onClick={() => show([reference, valueFilter("status", value)])}
            >
              <StatusBadge status={value} />
              <span className="sd-num">{formatCount(count)}</span>
            </UnstyledButton>
          </li>
        ))}
        {statuses.data.empty > 0 && (
          <li>
            <UnstyledButton
              className={classes.status}
              onClick={() => show([reference, { kind: "presence", field: "status", empty: true }])}
            >
              <span className="sd-dimmed">{STATUSES.none}</span>
              <span className="sd-num">{formatCount(statuses.data.empty)}</span>
            </UnstyledButton>
          </li>
        )}
        <li>
          <UnstyledButton className={classes.status} data-all onClick={() => show([reference])}>
            <strong>{STATUSES.all}</strong>
            <strong className="sd-num">{formatCount(rows)}</strong>
          </UnstyledButton>
        </li>
      </ul>
      <Box component="ul" mt={10} className={`${classes.sums} sd-list sd-dimmed`}>
        {SUMMED.flatMap(
          (field) =>
            totalsOf(field)?.map(({ count, sum, measuredIn }) => (
              <li key={`${field} ${measuredIn}`}>
                {findField("items", field)?.label ?? field}:{" "}
                <strong className="sd-num">{withUnit(formatNumber(sum), measuredIn ?? "")}</strong>{" "}
                {STATUSES.inItems({ items: count })}
              </li>
            )) ?? <li key={field}>{STATUSES.notAddable}</li>,
        )}
      </Box>
    </>
  );
}
