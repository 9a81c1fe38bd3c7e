import { useId, type ReactNode } from "react";
import classes from "./diagnostics.module.css";

interface PanelProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of the screen. */
export function Panel({ title, intro, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {intro && <p className={classes.intro}>{intro}</p>}
      {children}
    </section>
  );
}

/** Names and values, one pair a line; its children are `Fact`s. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
