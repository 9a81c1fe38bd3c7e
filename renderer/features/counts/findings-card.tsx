import { useMemo, type ReactNode } from "react";
import type { ListedFinding } from "../../../shared/features/counts/count-calls.ts";
import { unitOf, type Units } from "../../../shared/inventory/units.ts";
import { formatNumber } from "../../base/format.ts";
import { valueLabel } from "../../inventory/labels/messages.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { useFirstRows } from "../../inventory/report/use-first-rows.tsx";
import { withUnit } from "../../inventory/units/in-units.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { explanationText, RESULT, SECTION_TITLES, showAll } from "./messages.ts";
import { amountOf, moneyOf, type Section } from "./result-sections.ts";

/** The rows that a part shows at first. What must be corrected is printed whole, unless it is very long. */
const FIRST_ROWS = 200;
const FIRST_PRESENT_ROWS = 20;

interface FindingsCardProps {
  readonly section: Section;
  readonly findings: readonly ListedFinding[];
}

/** The findings of one part of a result. Each opens its record. */
export function FindingsCard({ section, findings }: FindingsCardProps) {
  const units = useUnits();
  const columns = useMemo(() => columnsOf(section, units), [section, units]);
  const table = useMemo(
    () => ({
      columns: [RESULT.item, RESULT.id, ...columns.map(({ heading }) => heading)],
      rows: findings.map((finding) => [
        finding.item?.name ?? finding.text,
        finding.item?.id ?? null,
        ...columns.map(({ cell }) => cell(finding)),
      ]),
    }),
    [columns, findings],
  );
  useCardTable(section, table);
  const shownColumns: readonly DataColumn<ListedFinding>[] = [
    { key: "item", heading: RESULT.item, renderCell: itemCell },
    ...columns.map(({ key, heading, isNumber = false, text }) => ({
      key,
      heading,
      isNumber,
      renderCell: text,
    })),
  ];
  const title = SECTION_TITLES[section];
  const first = section === "present" ? FIRST_PRESENT_ROWS : FIRST_ROWS;
  const { shown, button } = useFirstRows(findings, showAll(findings.length), first);
  return (
    <div id={`count-${section}`} style={{ gridColumn: "1 / -1" }}>
      <Card title={title} wide>
        <DataTable
          label={title}
          rows={shown ?? []}
          keyOf={({ item, text }, at) => item?.id ?? `${text} ${at}`}
          columns={shownColumns}
        />
        {button}
      </Card>
    </div>
  );
}

function itemCell({ item, text }: ListedFinding): ReactNode {
  if (!item) return <span className="sd-wrap">{text}</span>;
  return (
    <span className="sd-wrap">
      <RecordLink resource="items" id={item.id} name={item.name} />{" "}
      <span className="sd-mono sd-dimmed">{item.id}</span>
    </span>
  );
}

type Cell = string | number | { readonly amount: number; readonly currency: string } | null;

/** A column of findings: a raw value for the workbook, and a text for the screen. */
interface FindingColumn {
  readonly key: string;
  readonly heading: string;
  readonly isNumber?: boolean;
  readonly cell: (finding: ListedFinding) => Cell;
  readonly text: (finding: ListedFinding) => string;
}

function columnsOf(section: Section, units: Units): readonly FindingColumn[] {
  const money: FindingColumn = {
    key: "value",
    heading: section === "differences" ? RESULT.valueDifference : RESULT.value,
    isNumber: true,
    cell: (finding) => {
      const value = moneyOf(section, finding);
      return value && { amount: amountOf(value), currency: value.currency };
    },
    text: (finding) => {
      const value = moneyOf(section, finding);
      return value ? formatMoney(amountOf(value), value.currency) : RESULT.nothing;
    },
  };
  const amount = (
    key: string,
    heading: string,
    quantity: "length" | "weight",
    read: (finding: ListedFinding) => number | null,
  ): FindingColumn => ({
    key,
    heading,
    isNumber: true,
    cell: read,
    text: (finding) => {
      const value = read(finding);
      const unit = unitOf(units, quantity, finding.item?.typeId ?? null) ?? "";
      return value === null ? RESULT.nothing : withUnit(formatNumber(value), unit);
    },
  });
  const plain = (
    key: string,
    heading: string,
    read: (finding: ListedFinding) => string | null,
  ): FindingColumn => ({
    key,
    heading,
    cell: read,
    text: (finding) => read(finding) ?? RESULT.nothing,
  });
  const type = plain("type", RESULT.type, ({ typeName, item }) => typeName ?? item?.typeId ?? null);
  const location = plain(
    "location",
    RESULT.location,
    ({ locationName, item }) => locationName ?? item?.locationId ?? null,
  );
  const length = amount("length", RESULT.length, "length", ({ item }) => item?.length ?? null);
  const status = plain("status", RESULT.status, ({ now: state, isGone }) =>
    isGone ? RESULT.gone : state?.status == null ? null : valueLabel("status", state.status),
  );
  const scanned = plain("scanned", RESULT.scanned, ({ text }) => text);
  const scans: FindingColumn = {
    key: "scans",
    heading: RESULT.scans,
    isNumber: true,
    cell: ({ scans: times }) => times,
    text: ({ scans: times }) => formatNumber(times),
  };
  switch (section) {
    case "unknown":
      return [scans];
    case "differences":
      return [
        type,
        length,
        amount("measuredLength", RESULT.measuredLength, "length", (finding) => finding.length),
        amount("weight", RESULT.weight, "weight", ({ item }) => item?.weight ?? null),
        amount("measuredWeight", RESULT.measuredWeight, "weight", (finding) => finding.weight),
        money,
      ];
    case "explained":
      return [
        type,
        location,
        plain(
          "nowAt",
          RESULT.nowAt,
          ({ nowLocationName, now: state }) => nowLocationName ?? state?.locationId ?? null,
        ),
        status,
        plain("explained", RESULT.explained, ({ explained }) => explained && explanationText(explained)),
        money,
      ];
    case "missing":
      return [type, location, length, status, money];
    case "present":
      return [type, location, length, money];
    case "duplicates":
      return [type, location, scans, money];
    default:
      return [type, location, status, scanned, money];
  }
}
