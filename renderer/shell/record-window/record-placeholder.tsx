import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTitle } from "../use-title.ts";
import classes from "../../inventory/details/details.module.css";

/** A record's window while it has no record to show. */
export function RecordPlaceholder({ children }: { readonly children: ReactNode }) {
  useTitle(null);
  return (
    <main className={classes.away}>
      <p>{children}</p>
      <Button variant="default" onClick={() => window.close()}>
        Close
      </Button>
    </main>
  );
}
