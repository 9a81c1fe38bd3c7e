import type { ReactNode } from "react";
import { useTitle } from "../use-title.ts";
import classes from "../../inventory/details/details.module.css";
import { PlainButton } from "../../ui/buttons.tsx";

/** A record's window while it has no record to show. */
export function RecordPlaceholder({ children }: { readonly children: ReactNode }) {
  useTitle(null);
  return (
    <main className={classes.away}>
      <p>{children}</p>
      <PlainButton onClick={() => window.close()}>Close</PlainButton>
    </main>
  );
}
