import { Button, Select, TextInput } from "@mantine/core";
import { useRef, useState, type FormEvent } from "react";
import type { FollowedEvents } from "../../../../shared/contract/event-calls.ts";
import { eventSettingsSchema, type EventSettings } from "../../../../shared/domain/event-settings.ts";
import { useLocalCopy } from "../../../host/host-context.ts";
import { errorOf } from "../../../host/unwrap.ts";
import { useMutationCall } from "../../../host/use-mutation-call.ts";
import { FormButtons, PlainButton } from "../../../ui/buttons.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { clearKey, KeyField, readKey } from "../../../ui/key-field.tsx";
import classes from "../settings.module.css";
import type { EventDraft, SourceFieldsProps } from "./event-draft.ts";
import { EVENTS, SOURCES } from "./messages.ts";
import { ListenerFields } from "./listener-fields.tsx";

const CHOICES = Object.entries(SOURCES).map(([value, label]) => ({ value, label }));

/** Sets where the events of the open connection come from. */
export function EventForm({ saved }: { readonly saved: FollowedEvents }) {
  const { host, profileId } = useLocalCopy();
  const [draft, setDraft] = useState<EventDraft>(saved.settings);
  const [hasSecret, setHasSecret] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useMutationCall(host.saveEvents, () => setHasSecret(false));
  // A scheme that is no longer shown stays as it was.
  const scheme = draft.source === "listener" ? draft.scheme : saved.settings.scheme;
  const wanted = { ...draft, scheme };
  const checked = eventSettingsSchema.safeParse(wanted);
  const isChanged = hasSecret || JSON.stringify(wanted) !== JSON.stringify(saved.settings);
  const error = errorOf(save.error);
  const change = (part: Partial<EventDraft>): void => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!checked.success) return;
    save.mutate({ profileId, settings: checked.data, ...takeSecrets(form.current) });
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
        <RelayFields draft={draft} saved={saved} onChange={change} onSecret={() => setHasSecret(true)} />
      )}
      {draft.source === "listener" && (
        <ListenerFields draft={draft} saved={saved} onChange={change} onSecret={() => setHasSecret(true)} />
      )}
      {error && <ErrorNotice error={error} />}
      <FormButtons>
        <PlainButton
          disabled={!isChanged}
          onClick={() => {
            takeSecrets(form.current);
            setHasSecret(false);
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

function RelayFields({ draft, saved, onChange, onSecret }: SourceFieldsProps) {
  const { host, profileId } = useLocalCopy();
  const token = useRef<HTMLInputElement>(null);
  const test = useMutationCall(host.testRelay);
  const isStored = saved.token !== "none" && draft.relayUrl === saved.settings.relayUrl;
  const error = errorOf(test.error);
  const run = (): void => {
    const typed = readKey(token.current);
    test.mutate({ profileId, relayUrl: draft.relayUrl, ...(typed === "" ? {} : { token: typed }) });
  };
  return (
    <>
      <TextInput
        label={EVENTS.relayUrl}
        placeholder="https://events.example.com"
        value={draft.relayUrl}
        onChange={(event) => onChange({ relayUrl: event.currentTarget.value })}
      />
      <KeyField
        size="xs"
        ref={token}
        name="token"
        label={isStored ? EVENTS.newToken : EVENTS.token}
        placeholder={isStored ? EVENTS.tokenStored : ""}
        description={saved.keychainProblem}
        onChange={onSecret}
      />
      <PlainButton
        justify="flex-start"
        w="fit-content"
        disabled={draft.relayUrl === ""}
        loading={test.isPending}
        onClick={run}
      >
        {EVENTS.test}
      </PlainButton>
      <p role="status" className="sd-note">
        {error?.message ?? (test.data ? (test.data.problem ?? EVENTS.works) : "")}
      </p>
    </>
  );
}

/** Reads and empties the fields of secrets. SECURITY: they are in the form alone, never in React's state. */
function takeSecrets(
  form: HTMLFormElement | null,
): Partial<Record<"token" | "secret" | "secondSecret", string>> {
  const typed = (["token", "secret", "secondSecret"] as const).flatMap((name) => {
    const input = form?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) return [];
    const text = readKey(input);
    clearKey(input);
    return text === "" ? [] : [[name, text] as const];
  });
  return Object.fromEntries(typed);
}
