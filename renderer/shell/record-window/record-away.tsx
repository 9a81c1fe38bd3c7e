import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTitle } from "../use-title.ts";
import classes from "../../inventory/details/details.module.css";

/** What a record's window says while no record can be shown in it. */
export function RecordAway({ children }: { readonly children: ReactNode }) {
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
