import { useMemo, type ReactNode } from "react";
import type { ListedFinding } from "../../../shared/features/counts/count-calls.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { useFirstRows } from "../../inventory/report/use-first-rows.tsx";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { columnsOf } from "./finding-columns.ts";
import { RESULT, SECTION_TITLES } from "./messages.ts";
import type { Section } from "./result-sections.ts";

/**
 * The number of rows that a part shows at first. The number is high, so that nearly every part with corrections is
 * printed whole.
 */
const FIRST_ROWS = 200;
const FIRST_PRESENT_ROWS = 20;

interface FindingsCardProps {
  readonly section: Section;
  readonly findings: readonly ListedFinding[];
}

/** The findings in one part of a result. A click on a finding opens its record. */
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
  const { shown, button } = useFirstRows(findings, RESULT.showAll({ rows: findings.length }), first);
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
