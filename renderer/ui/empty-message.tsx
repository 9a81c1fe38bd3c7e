import type { ReactNode } from "react";
import classes from "./empty-message.module.css";

/** Shown in place of a list without rows: why it is empty, and the next step. */
export function EmptyMessage({ children }: { readonly children: ReactNode }) {
  return <div className={classes.message}>{children}</div>;
}
