import type { ReactNode } from "react";
import classes from "./empty-message.module.css";

/** What stands in place of a list's rows where there is none: why, and the next step. */
export function EmptyMessage({ children }: { readonly children: ReactNode }) {
  return <div className={classes.message}>{children}</div>;
}
