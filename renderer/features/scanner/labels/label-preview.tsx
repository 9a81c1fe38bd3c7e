import { SegmentedControl } from "@mantine/core";
import { useState, type CSSProperties } from "react";
import type { Row } from "../../../../shared/query/query-calls.ts";
import type { TableRowsRequest } from "../../../table/extensions.ts";
import { RESOURCE_LABELS } from "../../../table/labels/messages.ts";
import { pageLabel } from "../../../table/print/messages.ts";
import { fittingZoom, usePageSize } from "../../../table/print/paper.ts";
import { PreviewFrame } from "../../../table/print/preview-frame.tsx";
import print from "../../../table/print/print.module.css";
import { PrintingProgress } from "../../../table/print/printing-progress.tsx";
import { usePrinted } from "../../../table/print/use-printed.ts";
import type { DialogProps } from "../../../ui/dialog.tsx";
import { FORMAT_LABELS, LABELS, codeLabel } from "../messages.ts";
import { LABEL_FORMATS, pagesOf, type LabelFormat, type LabelFormatName } from "./label-formats.ts";
import classes from "./labels.module.css";
import { fitsCode, QrCode } from "./qr-code.tsx";

/** The most labels that are printed at once. */
const MAX_LABELS = 1_000;
const FORMATS = Object.keys(LABEL_FORMATS) as readonly LabelFormatName[];

/** A preview of the labels of rows: name, type, id and a QR code of the id. */
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
                aria-label={pageLabel(index + 1, pages.length)}
              >
                {rows.map((row) => (
                  <Label key={String(row["id"])} row={row} kind={RESOURCE_LABELS[resource].one} />
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

/** One label. @param kind what the record is, for records that have no material type. */
function Label({ row, kind }: { readonly row: Row; readonly kind: string }) {
  const id = String(row["id"]);
  const type = row["materialTypeName"];
  return (
    <article className={classes.label}>
      {fitsCode(id) ? (
        <QrCode text={id} label={codeLabel(id)} />
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
