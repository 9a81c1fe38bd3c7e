import { Modal } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";

/**
 * A dialog that is in the page only while it is open. When it goes, the focus goes back to what had it before: Mantine
 * gives it back only where a modal stays in the page and is closed there.
 */
export function Dialog({
  title,
  size,
  closeLabel,
  onClose,
  children,
}: {
  readonly title: string;
  /** As Mantine's modals take it. */
  readonly size?: "lg";
  readonly closeLabel: "Close" | "Cancel";
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [former] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Whoever closed it may have put the focus somewhere already.
      if (document.activeElement === document.body && former instanceof HTMLElement) former.focus();
    },
    [former],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size && { size })}
      closeButtonProps={{ "aria-label": closeLabel }}
    >
      {children}
    </Modal>
  );
}
