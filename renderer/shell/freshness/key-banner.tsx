import { serviceWords } from "../../../shared/base/errors.ts";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { sentenceText } from "../../../shared/base/text/texts.ts";
import { useLive } from "../../host/host-context.ts";
import { useLonger } from "../../base/use-longer.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { CopyRequestId, Notice } from "../../ui/notice.tsx";
import { ReplaceKeyForm } from "../../features/connections/replace-key-form.tsx";
import { ERRORS, NOTICES } from "../../ui/messages.ts";
import { BANNERS } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";

/** Ms before the page mentions a slow keychain. Most keychains answer before a user could read the message. */
const MENTION_AFTER_MS = 1_500;

/** The banner about a key that is missing, awaited, refused or without access. Its form accepts another key. */
export function KeyBanner() {
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const [replacing, setReplacing] = useState(false);
  const waiting = useLonger(connection?.key === "waiting", MENTION_AFTER_MS);
  const missing = connection?.key === "none" || status.error?.kind === "no_key";
  const refused = status.state === "unauthorized" || status.state === "forbidden";
  const problem = connection?.keychainProblem ? sentenceText(connection.keychainProblem) : null;
  const action = replacing ? (
    <ReplaceKeyForm onDone={() => setReplacing(false)} />
  ) : (
    <PlainButton onClick={() => setReplacing(true)}>
      {missing || waiting ? BANNERS.enterKey : BANNERS.replaceKey}
    </PlainButton>
  );
  if (waiting) {
    return (
      <Notice
        tone="warn"
        icon={<IconLock size={18} aria-hidden />}
        title={BANNERS.keyWaiting}
        actions={action}
      >
        {problem}
      </Notice>
    );
  }
  if (!missing && !refused) return null;

  const error = missing ? null : status.error;
  const words = error && serviceWords(error);
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
      title={NOTICES.sentence({ words: title })}
      actions={
        <>
          {error?.requestId && <CopyRequestId requestId={error.requestId} />}
          {action}
        </>
      }
    >
      {words === null ? "" : `${ERRORS.serviceSays({ message: words })} `}
      {(missing && problem) || advice} {missing ? "" : BANNERS.rowsStay}
    </Notice>
  );
}
