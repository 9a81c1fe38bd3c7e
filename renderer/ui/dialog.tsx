import { Modal } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";
import { useCloseOnNavigation } from "./use-close-on-navigation.ts";
import { ACTIONS } from "./messages.ts";

interface DialogProps {
  readonly title: string;
  readonly size?: "lg";
  readonly closeAs: "close" | "cancel";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that is mounted only while it is open; Mantine returns the focus only for modals that stay mounted. */
export function Dialog({ title, size, closeAs, onClose, children }: DialogProps) {
  const [former] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The code that closed it may have moved the focus already.
      if (document.activeElement === document.body && former instanceof HTMLElement) former.focus();
    },
    [former],
  );
  useCloseOnNavigation(true, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size && { size })}
      closeButtonProps={{ "aria-label": ACTIONS[closeAs] }}
    >
      {children}
    </Modal>
  );
}
