import { CloseButton, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { dismissLabel } from "./messages.ts";
import classes from "./notice.module.css";

interface NoticeProps {
  readonly tone: "info" | "warn" | "bad";
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly onDismiss?: () => void;
}

/** A message across the screen, with buttons that act on it. */
export function Notice({ tone, icon, title, children, actions, onDismiss }: NoticeProps) {
  return (
    <section className={classes.notice} data-tone={tone} data-banner aria-label={title}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.body}>
        <strong>{title}</strong> {children}
      </div>
      {actions && (
        <Group gap={8} wrap="nowrap" flex="none">
          {actions}
        </Group>
      )}
      {onDismiss && <CloseButton size="sm" aria-label={dismissLabel(title)} onClick={onDismiss} />}
    </section>
  );
}
