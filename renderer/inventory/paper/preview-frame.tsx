import { Box, Button, CloseButton, FocusTrap } from "@mantine/core";
import { useElementSize, useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useHostServices } from "../../host/host-context.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { useCloseOnNavigation } from "../../ui/dialog.tsx";
import { ACTIONS, NOTICES } from "../../ui/messages.ts";
import { valueOrNotice } from "../../ui/notify.tsx";
import { PREVIEW, PAPER } from "./messages.ts";
import classes from "./paper.module.css";

interface PreviewFrameProps {
  readonly title: string;
  /** The number of pages; null until they are laid out. */
  readonly pages: number | null;
  /** The suggested name of a PDF, without its extension. */
  readonly fileName: string;
  /** The fields that choose the paper. */
  readonly controls: ReactNode;
  readonly onClose: () => void;
  /** Renders the sheets. @param width the width of the space for the sheets, in pixels; 0 until it is known. */
  readonly children: (width: number) => ReactNode;
}

/** A preview of the printed pages that fills the whole window. Its buttons print the pages or save them as a PDF. */
export function PreviewFrame({ title, pages, fileName, controls, onClose, children }: PreviewFrameProps) {
  const { host, boot } = useHostServices();
  const [saving, setSaving] = useState(false);
  const { ref, width } = useElementSize();
  useHotkeys([["Escape", onClose]], []);
  useCloseOnNavigation(true, onClose);
  const savePdf = async (): Promise<void> => {
    setSaving(true);
    const saved = await valueOrNotice(host.savePdf({ name: fileName }));
    setSaving(false);
    if (saved && saved.file !== null) notifications.show({ message: NOTICES.saved({ file: saved.file }) });
  };
  return createPortal(
    <FocusTrap active>
      <div className={classes.preview} role="dialog" aria-modal aria-label={title} data-print-preview>
        <header className={classes.toolbar}>
          <h2>{title}</h2>
          <span className="sd-num sd-dimmed" role="status" data-testid="print-pages">
            {pages !== null && PREVIEW.pageCount({ pages })}
          </span>
          <Box flex={1} />
          {controls}
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
            title={boot.host === "browser" ? PAPER.browserSavesPdf : undefined}
            data-autofocus
            onClick={() => window.print()}
          >
            {PREVIEW.print}
          </Button>
          <CloseButton aria-label={ACTIONS.close} title={ACTIONS.closeByKey} onClick={onClose} />
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
        <div ref={ref} className={classes.scroll} tabIndex={0} role="region" aria-label={PREVIEW.pages}>
          {children(width)}
        </div>
      </div>
    </FocusTrap>,
    document.body,
  );
}
