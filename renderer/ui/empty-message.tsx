import type { ReactNode } from "react";
import classes from "./empty-message.module.css";

/** The message in place of a list without rows: the reason, and the next step. */
export function EmptyMessage({ children }: { readonly children: ReactNode }) {
  return <div className={classes.message}>{children}</div>;
}
