import { Loader } from "@mantine/core";
import { readingProgress } from "./messages.ts";
import classes from "../../inventory/paper/paper.module.css";
import type { Printing } from "./use-printed.ts";

/** The progress of reading the rows to print, or why they cannot be printed. */
export function PrintingProgress({ printing }: { readonly printing: Exclude<Printing, { state: "ready" }> }) {
  return printing.state === "reading" ? (
    <p className={classes.message}>
      <Loader size="sm" />
      {readingProgress(printing.done, printing.total)}
    </p>
  ) : (
    <p className={classes.message} role="alert">
      {printing.why}
    </p>
  );
}
