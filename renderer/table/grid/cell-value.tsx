import type { Row } from "../../../shared/query-calls.ts";
import { assertNever } from "../../../shared/assert-never.ts";
import { DateTime } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatAligned } from "../../format/format-number.ts";
import { valueWord } from "../../format/value-words.ts";
import type { ColumnSpec } from "../column-layout.ts";
import { referenceName } from "../reference-name.ts";
import { FoundText } from "./found-text.tsx";

/** Dates whose age is the point of looking at them. */
const AGED: ReadonlySet<string> = new Set(["checkedOutAt"]);

/** What a cell shows: words and local formats, with the exact value on hover. */
export function CellValue({
  column,
  row,
  now,
  decimals,
}: {
  readonly column: ColumnSpec;
  readonly row: Row;
  readonly now: number;
  readonly decimals: number;
}) {
  const { field } = column;
  const value = row[field.name];
  if (value === null || value === undefined || value === "") return <Nothing />;
  if (column.bareId || field.name === "id") return <Identifier id={String(value)} />;
  if (field.kind === "number") {
    return (
      <span title={String(value)}>{typeof value === "number" ? formatAligned(value, decimals) : value}</span>
    );
  }
  const text = String(value);
  switch (field.kind) {
    case "date":
      return <DateTime iso={text} now={AGED.has(field.name) ? now : undefined} />;
    case "reference":
      return <ReferenceName id={text} name={referenceName(row, field)} />;
    case "enum":
      return field.name === "status" ? <StatusBadge status={text} /> : valueWord(field.name, text);
    case "text":
      return (
        <span title={text}>
          <FoundText text={text} />
        </span>
      );
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}

/** A null: quiet to the eye, and a word to a screen reader. */
function Nothing() {
  return (
    <span className="sd-dimmed" aria-label="empty" role="img">
      –
    </span>
  );
}

function Identifier({ id }: { readonly id: string }) {
  return (
    <span className="sd-mono" title={id}>
      <FoundText text={id} />
    </span>
  );
}

function ReferenceName({ id, name }: { readonly id: string; readonly name: string | null }) {
  return name !== null ? (
    <span title={id}>
      <FoundText text={name} />
    </span>
  ) : (
    <Identifier id={id} />
  );
}
