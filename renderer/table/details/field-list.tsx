import { Anchor, Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { COMPUTED_FIELDS, FIELDS, NO_LONGER_RETURNED, type Field } from "../../../shared/inventory/fields.ts";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import { useConnectionId } from "../../host/host-context.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { StatusBadge } from "../../inventory/labels/status-badge.tsx";
import { formatNumber, formatUtc } from "../../base/format.ts";
import { referenceName, valueLabel } from "../../inventory/labels/messages.ts";
import { useExtensions } from "../extensions.ts";
import { editNameLabel } from "../../inventory/names/messages.ts";
import { withUnit, showNumber } from "../../inventory/units/in-units.ts";
import { moneyOfRow } from "../../inventory/units/money.ts";
import { unitOfRow } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import classes from "./details.module.css";
import { DETAILS } from "./messages.ts";
import { hasMark } from "../../inventory/labels/status-mark.ts";

/** Every field of a record, followed by all unknown fields that the service sent. */
export function FieldList({ record }: { readonly record: StoredRecord }) {
  const buttons = useExtensions("FieldButton");
  const known = new Set(FIELDS[record.resource].map(({ name }) => name));
  const isGone = typeof record.row[NO_LONGER_RETURNED.name] === "string";
  const isShown = ({ name, computed }: Field): boolean =>
    computed?.details === "always" || (computed?.details === "if set" && record.row[name] != null);
  const fields = [
    ...FIELDS[record.resource],
    ...COMPUTED_FIELDS[record.resource].filter(isShown),
    ...(isGone ? [NO_LONGER_RETURNED] : []),
  ];
  const others = Object.entries(record.raw).filter(([name]) => !known.has(name));
  return (
    <>
      <dl className="sd-facts">
        {fields.map((field) => (
          <div key={field.name} className={classes.field}>
            <dt title={field.name}>{field.label}</dt>
            <dd data-kind={field.kind}>
              <FieldValue field={field} record={record} />
              {buttons.map((FieldButton, at) => (
                <FieldButton key={at} field={field} record={record} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <>
          <h3>{DETAILS.otherFields}</h3>
          <dl className="sd-facts">
            {others.map(([name, value]) => (
              <div key={name} className={classes.field}>
                <dt className="sd-mono">{name}</dt>
                <dd className="sd-mono">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function FieldValue({ field, record }: { readonly field: Field; readonly record: StoredRecord }) {
  const now = useServiceNow(60_000);
  const connection = useConnectionId();
  const units = useUnits();
  const value = record.row[field.name];
  if (value === null || value === undefined || value === "") return <span className="sd-dimmed">–</span>;
  if (typeof value === "number" && field.isMoney)
    return <span className="sd-num">{moneyOfRow(field, value, record.row)}</span>;
  if (typeof value === "number") {
    const sent = withUnit(formatNumber(value), unitOfRow(units, field, record.row) ?? "");
    const shown = showNumber(units, { field }, value, record.row);
    const text = withUnit(formatNumber(shown.value), shown.unit);
    return (
      <>
        <span className="sd-num">{text}</span>
        {text !== sent && <span className={classes.secondary}>{sent}</span>}
      </>
    );
  }
  const { references } = field;
  if (references === "types" || references === "locations") {
    const name = referenceName(record.row, field);
    return (
      <>
        {name !== null && (
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to={`/${references}/$id`} params={{ id: value }} search={{ connection }} />
            )}
            size="sm"
            inherit
          >
            {name}
          </Anchor>
        )}
        <span className={classes.secondary}>{value}</span>
      </>
    );
  }
  if (references === "names") return <NamedId id={value} name={referenceName(record.row, field)} />;
  if (field.kind === "date") {
    return (
      <>
        <DateTime iso={value} now={now} />
        <span className={classes.secondary}>{formatUtc(value)}</span>
      </>
    );
  }
  if (hasMark(field)) return <StatusBadge field={field.name} status={value} />;
  return <span className={field.name === "id" ? "sd-mono" : ""}>{valueLabel(field.name, value)}</span>;
}

/** An id with its user-given name, and a button that changes this name. */
function NamedId({ id, name }: { readonly id: string; readonly name: string | null }) {
  const [openName] = useExtensions("openName");
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <span className="sd-wrap">{name ?? id}</span>
        <IconButton
          icon={IconPencil}
          iconSize={14}
          size="sm"
          label={editNameLabel(name !== null)}
          title={editNameLabel(name !== null)}
          onClick={() => openName?.(id)}
        />
      </Group>
      {name !== null && <span className={classes.secondary}>{id}</span>}
    </>
  );
}
