import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { useLive } from "../../host/host-context.tsx";
import { useLonger } from "../../base/use-longer.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ReplaceKeyForm } from "../../ui/replace-key-form.tsx";

/** Ms that a keychain may take without a word about it: most answer before anybody could read one. */
const WORTH_A_WORD = 1_500;

/** Says that the key is missing, waited for, refused or not allowed to read, and takes another one on the spot. */
export function KeyBanner() {
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const [replacing, setReplacing] = useState(false);
  const waiting = useLonger(connection?.key === "waiting", WORTH_A_WORD);
  const missing = connection?.key === "none" || status.error?.kind === "no_key";
  const refused = status.state === "unauthorized" || status.state === "forbidden";
  const action = replacing ? (
    <ReplaceKeyForm onDone={() => setReplacing(false)} />
  ) : (
    <Button variant="default" onClick={() => setReplacing(true)}>
      {missing || waiting ? "Enter a key" : "Replace key"}
    </Button>
  );
  if (waiting) {
    return (
      <Notice
        tone="warn"
        icon={<IconLock size={18} aria-hidden />}
        title="Not refreshing yet."
        actions={action}
      >
        {connection?.keychainProblem}
      </Notice>
    );
  }
  if (!missing && !refused) return null;

  const error = missing ? null : status.error;
  const { title, advice } = adviseOn(
    error ?? {
      kind: missing ? "no_key" : status.state === "forbidden" ? "forbidden" : "unauthorized",
      message: "",
    },
  );
  return (
    <Notice
      tone="bad"
      icon={<IconLock size={18} aria-hidden />}
      title={`${title}.`}
      actions={
        <>
          {error?.requestId && <CopyRequestId requestId={error.requestId} />}
          {action}
        </>
      }
    >
      {error?.serviceMessage ? `The service says: “${error.serviceMessage}” ` : ""}
      {advice} {missing ? "" : "The rows below stay readable."}
    </Notice>
  );
}
