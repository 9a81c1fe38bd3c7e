import { Group } from "@mantine/core";
import { useId, type ReactNode } from "react";
import classes from "./report.module.css";

interface CardProps {
  readonly title: string;
  /** Whether the card has the whole width. */
  readonly wide?: boolean | undefined;
  /** The controls next to the title. */
  readonly controls?: ReactNode;
  readonly error?: Error | null | undefined;
  readonly children: ReactNode;
}

/** A card of a report. */
export function Card({ title, wide = false, controls, error, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} data-wide={wide || undefined} aria-labelledby={id}>
      <Group className={classes.head} gap={10} justify="space-between" wrap="wrap">
        <h2 id={id}>{title}</h2>
        {controls && (
          <Group gap={8} className={classes.controls}>
            {controls}
          </Group>
        )}
      </Group>
      {error ? <p role="alert">{error.message}</p> : children}
    </section>
  );
}
