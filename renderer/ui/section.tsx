import type { ReactNode } from "react";
import classes from "./section.module.css";

interface SectionProps {
  readonly title: string;
  readonly intro?: string;
  readonly children: ReactNode;
}

/** A part of the settings with a title. */
export function Section({ title, intro, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {intro && <p className="sd-note">{intro}</p>}
      {children}
    </section>
  );
}
