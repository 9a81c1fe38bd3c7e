import { Checkbox, Select, TextInput } from "@mantine/core";
import { useMemo, useState, type CSSProperties } from "react";
import type { Row } from "../../../../shared/query/query-calls.ts";
import { clock } from "../../../base/clock.ts";
import { formatDay } from "../../../base/format.ts";
import { fittingZoom, usePageSize } from "../../../inventory/paper/paper.ts";
import { PREVIEW } from "../../../inventory/paper/messages.ts";
import { PreviewFrame } from "../../../inventory/paper/preview-frame.tsx";
import print from "../../../inventory/paper/paper.module.css";
import { RECORDS } from "../../../inventory/labels/messages.ts";
import type { TableRowsRequest } from "../../../table/extensions.ts";
import { PrintingProgress } from "../../../table/print/printing-progress.tsx";
import { MAX_PRINTED, usePrinted } from "../../../table/print/use-printed.ts";
import type { DialogProps } from "../../../ui/dialog.tsx";
import { FORMAT_LABELS, LABELS, ownLineHint } from "../messages.ts";
import { drawBarcode, drawQrCode, fitsCode, type Barcode } from "./codes.ts";
import { useLabelChoice, type LabelChoice } from "./label-choice.ts";
import { FORMAT_NAMES, LABEL_FORMATS, type LabelFormat } from "./label-formats.ts";
import { MAX_OWN_LINE, ownLine, OWN_LINE_PLACEHOLDERS } from "./own-line.ts";
import classes from "./labels.module.css";

/** The most labels of one print. More labels are printed in parts, because the page cannot draw more codes at once. */
const PART = 1_000;
/** The space at the left and right edges of a label, in mm. A barcode has its own empty margins inside. */
const EDGES = 2;

/** The content of a label. The barcode is null if there is none, or if the id does not fit. */
interface Printable {
  readonly row: Row;
  readonly barcode: Barcode | null;
  readonly own: string;
}

/** A preview of the labels for rows. A label has the name, the type, the id and a QR code of the id. */
export function LabelPreview({ request, onClose }: DialogProps<TableRowsRequest>) {
  const { resource } = request;
  const printing = usePrinted(request, MAX_PRINTED);
  const { choice, change, remember } = useLabelChoice();
  const [part, setPart] = useState(0);
  const format: LabelFormat = LABEL_FORMATS[choice.format];
  const { page } = format;
  usePageSize(`${page.width}mm ${page.height}mm`, 0);
  const rows = printing.state === "ready" ? printing.printed.rows : null;
  const labels = useMemo(() => rows && printables(rows, choice), [rows, choice]);
  const parts = Math.ceil((labels?.length ?? 0) / PART);
  const pages = labels && pagesOf(format, labels.slice(part * PART, (part + 1) * PART));
  const withoutBarcode = choice.barcode ? (labels?.filter(({ barcode }) => barcode === null).length ?? 0) : 0;
  const title = parts > 1 ? LABELS.partTitle({ part: part + 1, parts }) : LABELS.title;
  return (
    <PreviewFrame
      title={title}
      pages={pages?.length ?? null}
      fileName={`${resource} ${title}`}
      onClose={() => {
        remember();
        onClose();
      }}
      controls={
        <>
          {withoutBarcode > 0 && (
            <p role="status" className={classes.notice}>
              {LABELS.withoutBarcode({ labels: withoutBarcode })}
            </p>
          )}
          <Controls
            choice={choice}
            change={change}
            part={part}
            count={labels?.length ?? 0}
            onPart={setPart}
          />
        </>
      }
    >
      {(width) =>
        pages ? (
          <div className={print.sheets} style={{ zoom: fittingZoom(page.width, width) }}>
            {pages.map((onPage, index) => (
              <section
                key={String(onPage[0]?.row["id"])}
                className={`${print.sheet} ${classes.page}`}
                style={pageStyle(format)}
                aria-label={PREVIEW.page({ page: index + 1, of: pages.length })}
              >
                {onPage.map((label) => (
                  <Label key={String(label.row["id"])} label={label} kind={RECORDS.one({ resource })} />
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

/** The preview covers the page, and so a list outside it. */
const IN_PREVIEW = { withinPortal: false };

interface ControlsProps {
  readonly choice: LabelChoice;
  readonly change: (part: Partial<LabelChoice>) => void;
  readonly part: number;
  /** The number of labels of all parts. */
  readonly count: number;
  readonly onPart: (part: number) => void;
}

/** The fields that choose what is printed, and on what. */
function Controls({ choice, change, part, count, onPart }: ControlsProps) {
  const parts = Array.from({ length: Math.ceil(count / PART) }, (_, index) => ({
    value: String(index),
    label: LABELS.range({ from: index * PART + 1, to: Math.min(count, (index + 1) * PART) }),
  }));
  return (
    <>
      {parts.length > 1 && (
        <Select
          aria-label={LABELS.part}
          size="xs"
          w={150}
          allowDeselect={false}
          comboboxProps={IN_PREVIEW}
          data={parts}
          value={String(part)}
          onChange={(value) => onPart(Number(value))}
        />
      )}
      <TextInput
        aria-label={LABELS.own}
        placeholder={LABELS.own}
        title={ownLineHint(OWN_LINE_PLACEHOLDERS)}
        size="xs"
        w={170}
        maxLength={MAX_OWN_LINE}
        value={choice.own}
        onChange={(event) => change({ own: event.currentTarget.value })}
      />
      <Checkbox
        label={LABELS.withBarcode}
        size="xs"
        checked={choice.barcode}
        onChange={(event) => change({ barcode: event.currentTarget.checked })}
      />
      <Select
        aria-label={LABELS.format}
        size="xs"
        w={190}
        allowDeselect={false}
        comboboxProps={IN_PREVIEW}
        data={FORMAT_NAMES.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
        value={choice.format}
        onChange={(value) => change({ format: FORMAT_NAMES.find((name) => name === value) ?? choice.format })}
      />
    </>
  );
}

function printables(rows: readonly Row[], { format, barcode, own }: LabelChoice): readonly Printable[] {
  const date = formatDay(new Date(clock.now()).toISOString());
  const space = LABEL_FORMATS[format].label.width - 2 * EDGES;
  return rows.map((row) => ({
    row,
    barcode: barcode ? drawBarcode(String(row["id"]), space) : null,
    own: ownLine(own, row, date),
  }));
}

/** Distributes labels over the pages of a format. */
function pagesOf<Item>({ columns, rows }: LabelFormat, labels: readonly Item[]): readonly Item[][] {
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
function Label({ label: { row, barcode, own }, kind }: { readonly label: Printable; readonly kind: string }) {
  const id = String(row["id"]);
  const type = row["materialTypeName"];
  return (
    <article className={classes.label} data-barcode={barcode !== null || undefined}>
      <div className={classes.main}>
        {fitsCode(id) ? (
          <QrCode text={id} label={LABELS.code({ id })} />
        ) : (
          <span className={classes.noCode}>{LABELS.noCode}</span>
        )}
        <div className={classes.words}>
          <strong className={classes.name}>{row["name"]}</strong>
          <span className={classes.type}>{typeof type === "string" ? type : kind}</span>
          {own !== "" && <span className={classes.own}>{own}</span>}
          <span className={classes.id}>{id}</span>
        </div>
      </div>
      {barcode && (
        <svg
          role="img"
          aria-label={LABELS.barcode({ id })}
          className={classes.barcode}
          style={{ width: `${barcode.printedWidth}mm` }}
          viewBox={`0 0 ${barcode.width} ${barcode.height}`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
        >
          <path d={barcode.path} fill="#000000" />
        </svg>
      )}
    </article>
  );
}

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { width, height, path } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </svg>
  );
}
