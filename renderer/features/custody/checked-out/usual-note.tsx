import { useState } from "react";
import type { UsualLimits } from "../custody-queries.ts";
import { QuietButton } from "../../../ui/buttons.tsx";
import { LimitsDialog } from "./limits-dialog.tsx";
import { EDIT_LIMITS, usualNote } from "./messages.ts";
import classes from "./checked-out.module.css";

/** Says what "longer than usual" means now, with the way to change it. */
export function UsualNote({ usual }: { readonly usual: UsualLimits }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!usual.isReady) return null;
  return (
    <div className={classes.note}>
      <p className="sd-note">{usualNote(usual)}</p>
      <QuietButton onClick={() => setIsOpen(true)}>{EDIT_LIMITS}</QuietButton>
      {isOpen && <LimitsDialog usual={usual} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
