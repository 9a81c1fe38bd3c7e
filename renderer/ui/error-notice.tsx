import { IconAlertTriangle, IconCopy } from "@tabler/icons-react";
import type { AppError } from "../../shared/base/errors.ts";
import { useCopy } from "./use-copy.ts";
import { adviseOn } from "./error-advice.ts";
import { COPY_REQUEST_ID, REQUEST_ID, serviceSays } from "./messages.ts";
import classes from "./notice.module.css";
import { QuietButton } from "./buttons.tsx";

/** A failure in full: what happened, what to do, the service's own message, and the request id to copy. */
export function ErrorNotice({ error }: { readonly error: AppError }) {
  const { title, advice } = adviseOn(error);
  return (
    <div className={classes.notice} data-tone="bad" role="alert">
      <IconAlertTriangle size={18} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <strong>{title}</strong>
        <p>{error.message}</p>
        <p className="sd-dimmed">{advice}</p>
        {error.serviceMessage && error.serviceMessage !== error.message && (
          <p className="sd-dimmed">{serviceSays(error.serviceMessage)}</p>
        )}
        {error.requestId && <CopyRequestId requestId={error.requestId} />}
      </div>
    </div>
  );
}

/** The id under which the service's operators find a request. */
export function CopyRequestId({ requestId }: { readonly requestId: string }) {
  const copy = useCopy();
  return (
    <QuietButton
      className={classes.copy}
      leftSection={<IconCopy size={13} aria-hidden />}
      title={requestId}
      onClick={() => copy(requestId, REQUEST_ID)}
    >
      {COPY_REQUEST_ID}
    </QuietButton>
  );
}
