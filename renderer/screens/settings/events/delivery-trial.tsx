import { Button, Stack, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import {
  EVENT_PRESETS,
  eventSchemeSchema,
  type EventScheme,
} from "../../../../shared/domain/event-scheme.ts";
import { useHost } from "../../../host/host-context.ts";
import { errorOf } from "../../../host/unwrap.ts";
import { useMutationCall } from "../../../host/use-mutation-call.ts";
import { FormButtons, PlainButton, SmallButton } from "../../../ui/buttons.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { KeyField, readKey } from "../../../ui/key-field.tsx";
import { EVENTS, PRESETS, SCHEME, TRIAL, triedSentence } from "./messages.ts";

interface DeliveryTrialProps {
  /** What the form has: tried beside the presets, unless it is not finished. */
  readonly scheme: EventScheme | null;
  readonly onUse: (scheme: EventScheme) => void;
  readonly onClose: () => void;
}

/** Takes one real delivery and says which presets verify it. */
export function DeliveryTrial({ scheme, onUse, onClose }: DeliveryTrialProps) {
  const host = useHost();
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  const secret = useRef<HTMLInputElement>(null);
  const run = useMutationCall(host.tryDelivery);
  const error = errorOf(run.error);
  const custom = eventSchemeSchema.safeParse(scheme).data ?? null;
  return (
    <Dialog title={TRIAL.title} size="lg" closeLabel="Close" onClose={onClose}>
      <Stack gap={14}>
        <p className="sd-note">{TRIAL.intro}</p>
        {scheme && !custom && <p className="sd-note">{TRIAL.unfinished}</p>}
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
              {run.data.map((tried) => {
                const fits = tried.name === "custom" ? custom : EVENT_PRESETS[tried.name];
                return (
                  <div key={tried.name}>
                    <dt>{tried.name === "custom" ? SCHEME.custom : PRESETS[tried.name]}</dt>
                    <dd>
                      {triedSentence(tried)}{" "}
                      {tried.verifies && fits && (
                        <SmallButton onClick={() => onUse(fits)}>{TRIAL.use}</SmallButton>
                      )}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </div>
        )}
        <FormButtons>
          <PlainButton onClick={onClose}>{TRIAL.close}</PlainButton>
          <Button
            loading={run.isPending}
            onClick={() =>
              run.mutate({ headers, body, secret: readKey(secret.current), ...(custom ? { custom } : {}) })
            }
          >
            {TRIAL.try}
          </Button>
        </FormButtons>
      </Stack>
    </Dialog>
  );
}
