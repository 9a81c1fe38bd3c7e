import { Button, Stack, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { useHost } from "../../../host/host-context.ts";
import { errorOf } from "../../../base/unwrap.ts";
import { useMutationCall } from "../../../base/use-mutation-call.ts";
import { FormButtons, PlainButton } from "../../../ui/buttons.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { KeyField, readKey } from "../../../ui/key-field.tsx";
import { EVENTS, PRESETS, TRIAL, triedSentence } from "./messages.ts";

/** Tells the relay's administrator which presets verify one real delivery. */
export function DeliveryTrial({ onClose }: { readonly onClose: () => void }) {
  const host = useHost();
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  const secret = useRef<HTMLInputElement>(null);
  const run = useMutationCall(host.tryDelivery);
  const error = errorOf(run.error);
  return (
    <Dialog title={TRIAL.title} size="lg" closeAs="close" onClose={onClose}>
      <Stack gap={14}>
        <p className="sd-note">{TRIAL.intro}</p>
        <Textarea
          label={TRIAL.headers}
          description={TRIAL.headersHint}
          rows={5}
          spellCheck={false}
          value={headers}
          onChange={(event) => setHeaders(event.currentTarget.value)}
        />
        <Textarea
          label={TRIAL.body}
          description={TRIAL.bodyHint}
          rows={5}
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <KeyField ref={secret} label={EVENTS.secret} />
        {error && <ErrorNotice error={error} />}
        {run.data && (
          <div role="status">
            <dl className="sd-facts">
              {run.data.map((tried) => (
                <div key={tried.name}>
                  <dt>{PRESETS[tried.name]}</dt>
                  <dd>{triedSentence(tried)}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
        <FormButtons>
          <PlainButton onClick={onClose}>{TRIAL.close}</PlainButton>
          <Button
            loading={run.isPending}
            onClick={() => run.mutate({ headers, body, secret: readKey(secret.current) })}
          >
            {TRIAL.try}
          </Button>
        </FormButtons>
      </Stack>
    </Dialog>
  );
}
