import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from "@tabler/icons-react";
import { useNow } from "../../host/use-now.ts";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { formatMoment } from "../../base/format-date.ts";
import classes from "./details.module.css";
import type { VerifiedRecord } from "./use-verified-record.ts";
import { ASKING_SERVICE, noLongerReturned, notVerified } from "./messages.ts";

interface VerificationLineProps {
  readonly one: string;
  readonly verified: VerifiedRecord;
}

/** Whether the service confirmed what is shown, when, or why it could not. */
export function VerificationLine({ one, verified }: VerificationLineProps) {
  const { problem, verifying, verifiedAt, record } = verified;
  const now = useNow(60_000);
  const received = record ? formatMoment(record.fetchedAt, now) : null;
  return (
    <div
      className={classes.verification}
      role="status"
      data-bad={(!verifying && problem !== null) || undefined}
    >
      {verifying ? (
        <>
          <IconRefresh size={15} aria-hidden /> <span>{ASKING_SERVICE}</span>
        </>
      ) : problem?.kind === "not_found" ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{noLongerReturned(one, received)}</span>
        </>
      ) : problem ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{notVerified(problem.message, received)}</span>
        </>
      ) : (
        <>
          <IconCircleCheck size={15} aria-hidden />
          <span>Verified at {formatMoment(new Date(verifiedAt ?? 0).toISOString(), now)}</span>
        </>
      )}
      {!verifying && problem?.requestId && <CopyRequestId requestId={problem.requestId} />}
      {/* Never removed or disabled, because it has the focus. */}
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes.again}
        data-disabled={verifying}
        aria-disabled={verifying}
        onClick={() => !verifying && verified.verifyAgain()}
      >
        Verify now
      </Button>
    </div>
  );
}
