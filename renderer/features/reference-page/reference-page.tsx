import { ActionIcon, Anchor, Group, Loader, Stack } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { HistoryButtons } from "../../table/navigation/history-buttons.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { StatusBadge } from "../../table/labels/status-badge.tsx";
import { RESOURCE_LABELS } from "../../table/labels/messages.ts";
import { recordQuery } from "../../table/query/result-queries.ts";
import { FieldList } from "../../table/details/field-list.tsx";
import { LengthChart } from "./length-chart.tsx";
import { CARDS, CUTS_LINK, noSuchRecord, RECORD_LINK, receivedAt } from "./messages.ts";
import type { Referenced } from "./items-of.ts";
import { PageItems } from "./page-items.tsx";
import classes from "./reference-page.module.css";
import { StatusTotals } from "./status-totals.tsx";
import { COPY_ID, ID } from "../../table/names/messages.ts";

/** The page of a material type. */
export function TypePage() {
  const { id } = useParams({ from: "/types/$id" });
  const { profile } = useSearch({ from: "/types/$id" });
  return <ReferencePage of={{ resource: "types", field: "materialTypeId", id }} profile={profile} />;
}

/** The page of a location. */
export function LocationPage() {
  const { id } = useParams({ from: "/locations/$id" });
  const { profile } = useSearch({ from: "/locations/$id" });
  return <ReferencePage of={{ resource: "locations", field: "locationId", id }} profile={profile} />;
}

/** A material type or a location with its items: their statuses, their remaining lengths, a list of them. */
function ReferencePage({ of, profile }: { readonly of: Referenced; readonly profile: string | undefined }) {
  const copy = useConnectionApi();
  const { resource, id } = of;
  // After a switch, an old address names another company's record, which may have the same id.
  const { data: record, error } = useQuery({
    ...recordQuery(copy, resource, id),
    enabled: profile === copy.profileId,
  });
  const now = useNow(60_000);
  const copyText = useCopy();
  const { one, title } = RESOURCE_LABELS[resource];
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
              <ActionIcon size="sm" aria-label={COPY_ID} title={COPY_ID} onClick={() => copyText(id, ID)}>
                <IconCopy size={14} />
              </ActionIcon>
              {record && receivedAt(record.fetchedAt, now)}
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
              {CUTS_LINK}
            </Anchor>
          )}
          {record && (
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to={`/${resource}`} search={{ record: id, profile: copy.profileId }} />
              )}
            >
              {RECORD_LINK}
            </Anchor>
          )}
        </Group>
        {error && <p role="alert">{error.message}</p>}
        {(record === null || profile !== copy.profileId) && <p>{noSuchRecord(one)}</p>}
        {record === undefined && !error && profile === copy.profileId && <Loader size="sm" />}
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
