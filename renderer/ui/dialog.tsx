import { useRouter } from "@tanstack/react-router";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ReactNode,
  type FunctionComponent,
  type ReactElement,
} from "react";
import { Modal } from "@mantine/core";
import { ACTIONS } from "./messages.ts";
import { Emitter } from "../base/emitter.ts";

/**
 * Closes a dialog or menu when the user navigates away: by Back, a link or a command of the menu. The dialog or menu
 * stays open if the screen stays the same and only its address changes, as during a search.
 */
export function useCloseOnNavigation(isOpen: boolean, onClose: () => void): void {
  const history = useRouter({ warn: false })?.history;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !history) return undefined;
    const { href, pathname } = history.location;
    return history.subscribe(({ location, action }) => {
      if (location.pathname !== pathname || (action.type !== "REPLACE" && location.href !== href)) close();
    });
  }, [isOpen, history]);
}

interface FrameProps {
  readonly title: string;
  readonly size?: "lg" | "xl";
  readonly closeAs: "close" | "cancel";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog that is mounted only while it is open. It returns the focus itself, because Mantine returns the focus only
 * for modals that stay mounted.
 */
export function Dialog({ title, size, closeAs, onClose, children }: FrameProps) {
  const [former] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The code that closed the dialog may have moved the focus already.
      if (document.activeElement === document.body && former instanceof HTMLElement) former.focus();
    },
    [former],
  );
  useCloseOnNavigation(true, onClose);
  // The screen under the dialog may still have the focus, and must ignore the Escape that closes the dialog. This must
  // be a layout effect, so that this listener runs before Mantine's listener, which removes the dialog together with
  // this listener.
  useLayoutEffect(() => {
    const claim = (event: KeyboardEvent): void => {
      if (event.key === "Escape") event.preventDefault();
    };
    window.addEventListener("keydown", claim, { capture: true });
    return () => window.removeEventListener("keydown", claim, { capture: true });
  }, []);
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

export interface DialogProps<Request> {
  /** The input of the dialog. If the dialog is opened again, the new request replaces it. */
  readonly request: Request;
  readonly onClose: () => void;
}

/** A dialog that any part of the page can open. */
interface DefinedDialog<Request> {
  readonly open: (request: Request) => void;
  readonly close: () => void;
  /** Opens the dialog, or closes it if it is open. */
  readonly toggle: (request: Request) => void;
}

/** The elements of the open dialogs. The key of an element is the key of its dialog. */
type OpenDialogs = readonly ReactElement[];

const changes = new Emitter<(open: OpenDialogs) => OpenDialogs>();
let defined = 0;

/** Defines a dialog. @param Part the component of the dialog; usually a lazy part, so that screens load without it. */
export function defineDialog<Request = void>(
  Part: FunctionComponent<DialogProps<Request>>,
): DefinedDialog<Request> {
  defined += 1;
  const key = String(defined);
  const without = (open: OpenDialogs): OpenDialogs => open.filter((other) => other.key !== key);
  const close = (): void => changes.emit(without);
  const shown = (open: OpenDialogs, request: Request): OpenDialogs => [
    ...without(open),
    <Part key={key} request={request} onClose={close} />,
  ];
  const isOpen = (open: OpenDialogs): boolean => open.some((other) => other.key === key);
  return {
    open: (request) => changes.emit((open) => shown(open, request)),
    close,
    toggle: (request) => changes.emit((open) => (isOpen(open) ? without(open) : shown(open, request))),
  };
}

/** Shows the open dialogs. The shell renders this component once; while it is not mounted, no dialog can open. */
export function DialogHost() {
  const [open, setOpen] = useState<OpenDialogs>([]);
  useEffect(() => changes.subscribe(setOpen), []);
  return open;
}
