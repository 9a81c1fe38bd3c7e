import { Button } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import type { ExportRequest } from "../../../shared/exports/exports.ts";
import { PastExports } from "./past-exports.tsx";
import { exportLabel } from "./messages.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";

/** What the dialog can do, whatever is exported. */
export interface ExportActions {
  /** Why the last attempt did not start. */
  readonly problem: string | null;
  readonly onStart: (request: ExportRequest) => Promise<void>;
  readonly onOpen: (id: string, what: "file" | "folder") => Promise<void>;
  /** Compares the file of a past export with what is there now. */
  readonly onCompare: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The form around the choices: its problem, its buttons, the last exports. */
export function ExportFrame({
  actions: { problem, onStart, onOpen, onCompare, onClose },
  size,
  onSubmit,
  more,
  children,
}: {
  readonly actions: ExportActions;
  /** "12 rows"; null until they are counted. */
  readonly size: string | null;
  readonly onSubmit: () => Promise<void>;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const ready = size !== null && !busy;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    await onSubmit();
    setBusy(false);
  };
  return (
    <form className="sd-form" onSubmit={(event) => void submit(event)}>
      {children}
      {problem !== null && (
        <p role="alert" className="sd-problem">
          {problem}
        </p>
      )}
      <FormButtons wrap="wrap">
        {more}
        <PlainButton onClick={onClose}>Cancel</PlainButton>
        {/* Never disabled: the focus starts here before the rows are counted, and stays while the export starts. */}
        <Button type="submit" data-disabled={!ready} aria-disabled={!ready} data-autofocus>
          {exportLabel(size)}
        </Button>
      </FormButtons>
      <PastExports
        onAgain={(request) => void onStart(request)}
        onOpen={(id) => void onOpen(id, "file")}
        onCompare={(id) => void onCompare(id)}
      />
    </form>
  );
}
