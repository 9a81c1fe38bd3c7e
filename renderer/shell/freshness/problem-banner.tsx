import { Button } from "@mantine/core";
import { IconAlertTriangle, IconDatabaseExclamation } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useLive } from "../../host/host-context.tsx";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DIAGNOSTICS, problemMessage } from "./messages.ts";
import { problemOf } from "./problem.ts";

/** Shows what keeps refreshes from succeeding, until one has succeeded. */
export function ProblemBanner() {
  const problem = useLive(({ status }) => problemOf(status));
  const explained = useLocation({ select: ({ pathname }) => pathname === "/diagnostics" });
  if (!problem) return null;
  const { title, text } = problemMessage(problem);
  const Icon = problem.kind === "store" ? IconDatabaseExclamation : IconAlertTriangle;
  return (
    <Notice
      tone="bad"
      icon={<Icon size={18} aria-hidden />}
      title={title}
      actions={
        <>
          {problem.requestId && <CopyRequestId requestId={problem.requestId} />}
          {!explained && (
            <Button variant="default" renderRoot={(props) => <Link to="/diagnostics" {...props} />}>
              {DIAGNOSTICS}
            </Button>
          )}
        </>
      }
    >
      {text}
    </Notice>
  );
}
