import { useEffect, useState, type FunctionComponent, type ReactElement } from "react";
import { Emitter } from "../base/emitter.ts";

export interface DialogProps<Request> {
  /** The reason to open it. Another request while it is open replaces this one. */
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

/** The elements of the open dialogs, each with its dialog's key. */
type OpenDialogs = readonly ReactElement[];

const changes = new Emitter<(open: OpenDialogs) => OpenDialogs>();
let defined = 0;

/** Defines a dialog. @param Part shows it; usually a lazy part, so that screens load without it. */
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

/** Shows the open dialogs. The shell renders it once; while it is not mounted, no dialog opens. */
export function DialogHost() {
  const [open, setOpen] = useState<OpenDialogs>([]);
  useEffect(() => changes.subscribe(setOpen), []);
  return open;
}
