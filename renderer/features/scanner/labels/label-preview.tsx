import { SegmentedControl } from "@mantine/core";
import { useMemo, useState, type CSSProperties } from "react";
import { encode } from "uqr";
import type { Row } from "../../../../shared/query/query-calls.ts";
import type { TableRowsRequest } from "../../../table/extensions.ts";
import { RECORDS } from "../../../inventory/labels/messages.ts";
import { fittingZoom, usePageSize } from "../../../inventory/paper/paper.ts";
import { PreviewFrame } from "../../../inventory/paper/preview-frame.tsx";
import print from "../../../inventory/paper/paper.module.css";
import { PrintingProgress } from "../../../table/print/printing-progress.tsx";
import { usePrinted } from "../../../table/print/use-printed.ts";
import type { DialogProps } from "../../../ui/dialog.tsx";
import { FORMAT_LABELS, LABELS } from "../messages.ts";
import classes from "./labels.module.css";
import { PREVIEW } from "../../../inventory/paper/messages.ts";

/** The most labels that are printed at once. */
const MAX_LABELS = 1_000;
/** The most bytes of a code in UTF-8. With more bytes, the code on a label is too fine for many printers. */
const MAX_CODE_BYTES = 200;
/** The width of the empty margin around a code, in modules (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** A format of labels. All lengths are in mm. */
interface LabelFormat {
  readonly page: { readonly width: number; readonly height: number };
  /** The number of labels on a page side by side, and below each other. */
  readonly columns: number;
  readonly rows: number;
  readonly label: { readonly width: number; readonly height: number };
  /** The distance from the page's corner to the first label. */
  readonly left: number;
  readonly top: number;
  /** The distance between two labels side by side. */
  readonly gap: number;
}

/** The formats: an A4 sheet of 24 labels (Avery L7159), and a roll of labels of 62 × 29 mm (Brother DK-11209). */
const LABEL_FORMATS = {
  sheet: {
    page: { width: 210, height: 297 },
    columns: 3,
    rows: 8,
    label: { width: 63.5, height: 33.9 },
    left: 7.21,
    top: 12.9,
    gap: 2.54,
  },
  roll: {
    page: { width: 62, height: 29 },
    columns: 1,
    rows: 1,
    label: { width: 62, height: 29 },
    left: 0,
    top: 0,
    gap: 0,
  },
} as const satisfies Readonly<Record<string, LabelFormat>>;
type LabelFormatName = keyof typeof LABEL_FORMATS;
const FORMATS = Object.keys(LABEL_FORMATS) as readonly LabelFormatName[];

/** A preview of the labels for rows. A label has the name, the type, the id and a QR code of the id. */
export function LabelPreview({ request, onClose }: DialogProps<TableRowsRequest>) {
  const { resource } = request;
  const printing = usePrinted(request, MAX_LABELS);
  const [name, setName] = useState<LabelFormatName>("sheet");
  const format = LABEL_FORMATS[name];
  const { page } = format;
  usePageSize(`${page.width}mm ${page.height}mm`, 0);
  const pages = printing.state === "ready" ? pagesOf(format, printing.printed.rows) : null;
  return (
    <PreviewFrame
      title={LABELS.title}
      pages={pages?.length ?? null}
      fileName={`${resource} ${LABELS.title}`}
      onClose={onClose}
      controls={
        <SegmentedControl
          aria-label={LABELS.format}
          size="xs"
          data={FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={name}
          onChange={setName}
        />
      }
    >
      {(width) =>
        printing.state === "ready" && pages ? (
          <div className={print.sheets} style={{ zoom: fittingZoom(page.width, width) }}>
            {pages.map((rows, index) => (
              <section
                key={String(rows[0]?.["id"])}
                className={`${print.sheet} ${classes.page}`}
                style={pageStyle(format)}
                aria-label={PREVIEW.page({ page: index + 1, of: pages.length })}
              >
                {rows.map((row) => (
                  <Label key={String(row["id"])} row={row} kind={RECORDS.one({ resource })} />
                ))}
              </section>
            ))}
          </div>
        ) : (
          printing.state !== "ready" && <PrintingProgress printing={printing} />
        )
      }
    </PreviewFrame>
  );
}

/** Distributes labels over the pages of a format. */
function pagesOf<Label>({ columns, rows }: LabelFormat, labels: readonly Label[]): readonly Label[][] {
  const perPage = columns * rows;
  return Array.from({ length: Math.ceil(labels.length / perPage) }, (_, page) =>
    labels.slice(page * perPage, (page + 1) * perPage),
  );
}

function pageStyle({ page, columns, label, left, top, gap }: LabelFormat): CSSProperties {
  return {
    width: `${page.width}mm`,
    height: `${page.height}mm`,
    padding: `${top}mm 0 0 ${left}mm`,
    gridTemplateColumns: `repeat(${columns}, ${label.width}mm)`,
    gridAutoRows: `${label.height}mm`,
    columnGap: `${gap}mm`,
  };
}

/** One label. @param kind the kind of record, for records without a material type. */
function Label({ row, kind }: { readonly row: Row; readonly kind: string }) {
  const id = String(row["id"]);
  const type = row["materialTypeName"];
  return (
    <article className={classes.label}>
      {fitsCode(id) ? (
        <QrCode text={id} label={LABELS.code({ id })} />
      ) : (
        <span className={classes.noCode}>{LABELS.noCode}</span>
      )}
      <div className={classes.words}>
        <strong className={classes.name}>{row["name"]}</strong>
        <span className={classes.type}>{typeof type === "string" ? type : kind}</span>
        <span className={classes.id}>{id}</span>
      </div>
    </article>
  );
}

/** Whether a text is short enough for the code of a label. */
export function fitsCode(text: string): boolean {
  return text !== "" && new TextEncoder().encode(text).length <= MAX_CODE_BYTES;
}

/** A text as a QR code. The code stays readable if up to 15 % of it are damaged. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: "M", border: 0 });
    return { size: data.length + 2 * QUIET_MODULES, path: data.map(rowPath).join("") };
  }, [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </svg>
  );
}

/**
 * Draws the dark modules of a row as rectangles. Neighbouring modules are joined, because some printers leave white
 * lines between rectangles.
 */
function rowPath(modules: readonly boolean[], row: number): string {
  let path = "";
  for (let begin = 0; begin < modules.length; begin += 1) {
    if (modules[begin] !== true) continue;
    let end = begin;
    while (modules[end] === true) end += 1;
    path += `M${begin + QUIET_MODULES} ${row + QUIET_MODULES}h${end - begin}v1h${begin - end}z`;
    begin = end;
  }
  return path;
}
