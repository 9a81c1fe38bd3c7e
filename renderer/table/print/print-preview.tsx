import { SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import type { DialogProps } from "../../ui/dialog.tsx";
import { ORIENTATION_LABELS, PREVIEW } from "../../inventory/paper/messages.ts";
import {
  fittingZoom,
  ORIENTATIONS,
  pageSizeOf,
  PAPERS,
  sizeOf,
  usePageSize,
  usualPaper,
  type Paper,
} from "../../inventory/paper/paper.ts";
import { PreviewFrame } from "../../inventory/paper/preview-frame.tsx";
import type { PrintRequest } from "./printed-table.ts";
import { PrintingProgress } from "./printing-progress.tsx";
import { Sheets } from "./sheets.tsx";
import { MAX_PRINTED, usePrinted } from "./use-printed.ts";

/** A preview of the printed table. */
export function PrintPreview({ request, onClose }: DialogProps<PrintRequest>) {
  const printing = usePrinted(request, MAX_PRINTED);
  const [paper, setPaper] = useState<Paper>(() => usualPaper());
  const [pages, setPages] = useState<number | null>(null);
  usePageSize(pageSizeOf(paper), 0);
  const choose = (part: Partial<Paper>): void => {
    setPages(null);
    setPaper((now) => ({ ...now, ...part }));
  };
  return (
    <PreviewFrame
      title={PREVIEW.title}
      pages={printing.state === "ready" ? pages : null}
      fileName={`${request.resource} ${request.title}`}
      onClose={onClose}
      controls={
        <>
          <Select
            aria-label={PREVIEW.paper}
            size="xs"
            w={96}
            data={PAPERS}
            value={paper.name}
            comboboxProps={{ withinPortal: false }}
            onChange={(name) => name && choose({ name })}
          />
          <SegmentedControl
            aria-label={PREVIEW.orientation}
            size="xs"
            data={ORIENTATIONS.map((value) => ({ value, label: ORIENTATION_LABELS[value] }))}
            value={paper.orientation}
            onChange={(orientation) => choose({ orientation })}
          />
        </>
      }
    >
      {(width) =>
        printing.state === "ready" ? (
          <Sheets
            key={`${paper.name} ${paper.orientation}`}
            request={request}
            printed={printing.printed}
            paper={paper}
            zoom={fittingZoom(sizeOf(paper)[0], width)}
            onPages={setPages}
          />
        ) : (
          <PrintingProgress printing={printing} />
        )
      }
    </PreviewFrame>
  );
}
