import { Button } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import type { CallInput } from "../../../shared/contract/contract.ts";
import { useLive, useConnectionApi } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { Notice } from "../../ui/notice.tsx";
import { ANOTHER_COMPANY, NOT_NOW, questionMessage } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";

/** Asks what only the user knows (design 4.8): were missing items removed, or is the key another company's? */
export function QuestionBanner() {
  const { host, profileId } = useConnectionApi();
  const question = useLive((live) => live.status.question);
  const isSample = useLive((live) => live.connection?.kind === "sample");
  const answer = useMutationCall((choice: CallInput<"answerQuestion">["answer"]) =>
    host.answerQuestion({ profileId, answer: choice }),
  );
  const adopt = useMutationCall(() => host.adoptAsNewProfile({ profileId }));
  if (!question) return null;

  const { title, text, accept } = questionMessage(question);
  const failed = errorOf(answer.error ?? adopt.error);
  const busy = answer.isPending || adopt.isPending;
  return (
    <Notice
      tone="warn"
      icon={<IconHelpCircle size={18} aria-hidden />}
      title={title}
      actions={
        <>
          <PlainButton disabled={busy} onClick={() => answer.mutate("accept")}>
            {accept}
          </PlainButton>
          {!isSample && (
            <PlainButton loading={adopt.isPending} disabled={busy} onClick={() => adopt.mutate()}>
              {ANOTHER_COMPANY}
            </PlainButton>
          )}
          {question.kind === "mass_removal" && (
            <Button variant="subtle" disabled={busy} onClick={() => answer.mutate("later")}>
              {NOT_NOW}
            </Button>
          )}
        </>
      }
    >
      {text}
      {failed && ` ${failed.message}`}
    </Notice>
  );
}
