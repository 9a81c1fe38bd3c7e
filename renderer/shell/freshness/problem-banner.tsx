import { Button } from "@mantine/core";
import { IconAlertTriangle, IconDatabaseExclamation } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useLive } from "../../host/host-context.tsx";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { problemOf, problemWords } from "./problem-words.ts";

/** Says what keeps refreshes from succeeding, from the first failure until one has succeeded. */
export function ProblemBanner() {
  const problem = useLive(({ status }) => problemOf(status));
  const explained = useLocation({ select: ({ pathname }) => pathname === "/diagnostics" });
  if (!problem) return null;
  const { title, text } = problemWords(problem);
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
              Diagnostics
            </Button>
          )}
        </>
      }
    >
      {text}
    </Notice>
  );
}
