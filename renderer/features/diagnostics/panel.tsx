import { useId, type ReactNode } from "react";
import classes from "./diagnostics.module.css";
import { Stack } from "@mantine/core";

interface PanelProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the screen with a title. */
export function Panel({ title, intro, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {intro && <p className="sd-note">{intro}</p>}
      {children}
    </section>
  );
}

/** A list of names and values. Its children are elements of `Fact`. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <Stack component="dl" gap={6} className="sd-facts sd-num">
      {children}
    </Stack>
  );
}

export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
