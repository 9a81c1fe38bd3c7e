import { Button, Select, TextInput, Stack, Textarea } from "@mantine/core";
import { useRef, useState, type FormEvent } from "react";
import {
  eventSettingsSchema,
  type FollowedEvents,
  type EventSettings,
} from "../../../../shared/features/webhooks/event-calls.ts";
import { useConnectionApi, useHost } from "../../../host/host-context.ts";
import { errorOf } from "../../../base/unwrap.ts";
import { useMutationCall } from "../../../base/use-mutation-call.ts";
import { FormButtons, PlainButton } from "../../../ui/buttons.tsx";
import { ErrorNotice } from "../../../ui/notice.tsx";
import { NumberField, clearKey, KeyField, readKey } from "../../../ui/fields.tsx";
import classes from "../../../ui/section.module.css";
import { EVENTS, SOURCES, PRESETS, TRIAL, triedSentence } from "./messages.ts";
import { Dialog } from "../../../ui/dialog.tsx";

/** The form's settings; a number may be empty or half typed. */
type EventDraft = Omit<EventSettings, "collectSeconds"> & { readonly collectSeconds: number | null };

const CHOICES = Object.entries(SOURCES).map(([value, label]) => ({ value, label }));

/** Sets the source of the open connection's live events. */
export function EventForm({ saved }: { readonly saved: FollowedEvents }) {
  const { host, profileId } = useConnectionApi();
  const [draft, setDraft] = useState<EventDraft>(saved.settings);
  const [hasToken, setHasToken] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useMutationCall(host.saveEvents, () => setHasToken(false));
  const checked = eventSettingsSchema.safeParse(draft);
  const isChanged = hasToken || JSON.stringify(draft) !== JSON.stringify(saved.settings);
  const error = errorOf(save.error);
  const change = (part: Partial<EventDraft>): void => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!checked.success) return;
    const token = takeToken(form.current);
    save.mutate({ profileId, settings: checked.data, ...(token === "" ? {} : { token }) });
  };
  return (
    <form ref={form} className={classes.form} aria-label={EVENTS.title} onSubmit={submit}>
      <Select
        label={EVENTS.source}
        data={CHOICES}
        value={draft.source}
        allowDeselect={false}
        onChange={(source) => change({ source: source as EventSettings["source"] })}
      />
      {draft.source === "none" ? (
        <span />
      ) : (
        <NumberField
          size="xs"
          label={EVENTS.collect}
          description={EVENTS.collectHint}
          isWhole
          min={0}
          max={10}
          value={draft.collectSeconds}
          onChange={(collectSeconds) => change({ collectSeconds })}
        />
      )}
      {draft.source === "relay" && (
        <RelayFields
          relayUrl={draft.relayUrl}
          saved={saved}
          onChange={(relayUrl) => change({ relayUrl })}
          onToken={() => setHasToken(true)}
        />
      )}
      {error && <ErrorNotice error={error} />}
      <FormButtons>
        <PlainButton
          disabled={!isChanged}
          onClick={() => {
            takeToken(form.current);
            setHasToken(false);
            setDraft(saved.settings);
          }}
        >
          {EVENTS.discard}
        </PlainButton>
        <Button type="submit" disabled={!isChanged || !checked.success} loading={save.isPending}>
          {EVENTS.save}
        </Button>
      </FormButtons>
    </form>
  );
}

interface RelayFieldsProps {
  readonly relayUrl: string;
  readonly saved: FollowedEvents;
  readonly onChange: (relayUrl: string) => void;
  /** Hears that a token was typed. The token itself is in no state. */
  readonly onToken: () => void;
}

function RelayFields({ relayUrl, saved, onChange, onToken }: RelayFieldsProps) {
  const { host, profileId } = useConnectionApi();
  const [isTrying, setIsTrying] = useState(false);
  const token = useRef<HTMLInputElement>(null);
  const test = useMutationCall(host.testRelay);
  const isStored = saved.token !== "none" && relayUrl === saved.settings.relayUrl;
  const error = errorOf(test.error);
  const run = (): void => {
    const typed = readKey(token.current);
    test.mutate({ profileId, relayUrl, ...(typed === "" ? {} : { token: typed }) });
  };
  return (
    <>
      <TextInput
        label={EVENTS.relayUrl}
        placeholder={EVENTS.relayExample}
        value={relayUrl}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <KeyField
        size="xs"
        ref={token}
        name="token"
        label={isStored ? EVENTS.newToken : EVENTS.token}
        placeholder={isStored ? EVENTS.tokenStored : ""}
        description={saved.keychainProblem}
        onChange={onToken}
      />
      <PlainButton
        justify="flex-start"
        w="fit-content"
        disabled={relayUrl === ""}
        loading={test.isPending}
        onClick={run}
      >
        {EVENTS.test}
      </PlainButton>
      <p role="status" className="sd-note">
        {error?.message ?? (test.data ? (test.data.problem ?? EVENTS.works) : "")}
      </p>
      <PlainButton justify="flex-start" w="fit-content" onClick={() => setIsTrying(true)}>
        {EVENTS.tryDelivery}
      </PlainButton>
      {isTrying && <DeliveryTrial onClose={() => setIsTrying(false)} />}
    </>
  );
}

/** Reads and empties the token's field. SECURITY: the token is in the form alone, never in React's state. */
function takeToken(form: HTMLFormElement | null): string {
  const input = form?.elements.namedItem("token");
  if (!(input instanceof HTMLInputElement)) return "";
  const token = readKey(input);
  clearKey(input);
  return token;
}

/** Tells the relay's administrator which presets verify one real delivery. */
function DeliveryTrial({ onClose }: { readonly onClose: () => void }) {
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
