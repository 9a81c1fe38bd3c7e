import { errorText, serviceWords } from "../../shared/base/errors.ts";
import { CloseButton, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { ERRORS, NOTICES } from "./messages.ts";
import classes from "./notice.module.css";
import { IconAlertTriangle, IconCopy } from "@tabler/icons-react";
import type { AppError } from "../../shared/base/errors.ts";
import { useCopy } from "./use-copy.ts";
import { adviseOn } from "./error-advice.ts";
import { QuietButton } from "./buttons.tsx";

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
      {onDismiss && <CloseButton size="sm" aria-label={NOTICES.dismiss({ title })} onClick={onDismiss} />}
    </section>
  );
}

/** Everything about a failure: title, advice, the service's message, and the request id to copy. */
export function ErrorNotice({ error }: { readonly error: AppError }) {
  const { title, advice } = adviseOn(error);
  const words = serviceWords(error);
  return (
    <div className={classes.notice} data-tone="bad" role="alert">
      <IconAlertTriangle size={18} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <strong>{title}</strong>
        <p>{errorText(error)}</p>
        <p className="sd-dimmed">{advice}</p>
        {words !== null && <p className="sd-dimmed">{ERRORS.serviceSays({ message: words })}</p>}
        {error.requestId && <CopyRequestId requestId={error.requestId} />}
      </div>
    </div>
  );
}

/** A button that copies the id by which the service's operators find a request. */
export function CopyRequestId({ requestId }: { readonly requestId: string }) {
  const copy = useCopy();
  return (
    <QuietButton
      className={classes.copy}
      leftSection={<IconCopy size={13} aria-hidden />}
      title={requestId}
      onClick={() => copy(requestId, ERRORS.requestId)}
    >
      {ERRORS.copyRequestId}
    </QuietButton>
  );
}
