import { Box, Button, CloseButton, FocusTrap, Loader, SegmentedControl, Select } from "@mantine/core";
import { useElementSize, useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useHostServices } from "../../host/host-context.ts";
import { ORIENTATIONS, PAPERS, pixelWidth, usualPaper, usePageSize, type Paper } from "./paper.ts";
import type { PrintRequest } from "./print-requests.ts";
import classes from "./print.module.css";
import { Sheets } from "./sheets.tsx";
import { usePrinted } from "./use-printed.ts";
import {
  BROWSER_SAVES_PDF,
  pdfSaved,
  readingProgress,
  ORIENTATION_LABELS,
  pageCount,
  PREVIEW,
} from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import type { DialogProps } from "../../ui/dialog.tsx";
import { ACTIONS, CLOSE_BY_KEY } from "../../ui/messages.ts";

/** Free space left and right of a sheet on screen, in pixels. */
const BESIDE = 48;

/** A preview of the printed table over the whole window. Its buttons print it or save a PDF. */
export function PrintPreview({ request, onClose }: DialogProps<PrintRequest>) {
  const { host, boot } = useHostServices();
  const printing = usePrinted(request);
  const [paper, setPaper] = useState<Paper>(() => usualPaper(navigator.language));
  const [pages, setPages] = useState<number | null>(null);
  const [saving, setSaving] = useState(false);
  const { ref, width } = useElementSize();
  usePageSize(paper, 0);
  useHotkeys([["Escape", onClose]], []);
  const zoom = width === 0 ? 1 : Math.min(1, (width - BESIDE) / pixelWidth(paper));
  const choose = (part: Partial<Paper>): void => {
    setPages(null);
    setPaper((now) => ({ ...now, ...part }));
  };
  const savePdf = async (): Promise<void> => {
    setSaving(true);
    const saved = await valueOrNotice(host.savePdf({ name: `${request.resource} ${request.title}` }));
    setSaving(false);
    if (saved && saved.file !== null) notifications.show({ message: pdfSaved(saved.file) });
  };

  return createPortal(
    <FocusTrap active>
      <div className={classes.preview} role="dialog" aria-modal aria-label={PREVIEW.title} data-print-preview>
        <header className={classes.toolbar}>
          <h2>{PREVIEW.title}</h2>
          <span className="sd-num sd-dimmed" role="status" data-testid="print-pages">
            {printing.state === "ready" && pages !== null && pageCount(pages)}
          </span>
          <Box flex={1} />
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
          {boot.host === "electron" && (
            <PlainButton
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
              loading={saving}
              disabled={pages === null}
              onClick={() => void savePdf()}
            >
              {PREVIEW.savePdf}
            </PlainButton>
          )}
          <Button
            size="xs"
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={pages === null}
            title={boot.host === "browser" ? BROWSER_SAVES_PDF : undefined}
            data-autofocus
            onClick={() => window.print()}
          >
            {PREVIEW.print}
          </Button>
          <CloseButton aria-label={ACTIONS.close} title={CLOSE_BY_KEY} onClick={onClose} />
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
        <div ref={ref} className={classes.scroll} tabIndex={0} role="region" aria-label={PREVIEW.pages}>
          {printing.state === "reading" && (
            <p className={classes.message}>
              <Loader size="sm" />
              {readingProgress(printing.done, printing.total)}
            </p>
          )}
          {printing.state === "refused" && (
            <p className={classes.message} role="alert">
              {printing.why}
            </p>
          )}
          {printing.state === "ready" && (
            <Sheets
              key={`${paper.name} ${paper.orientation}`}
              request={request}
              printed={printing.printed}
              paper={paper}
              zoom={zoom}
              onPages={setPages}
            />
          )}
        </div>
      </div>
    </FocusTrap>,
    document.body,
  );
}
