import { useState } from "react";
import { sentenceText } from "../../../shared/base/text/texts.ts";
import { useHostServices, useLive, useConnectionApi } from "../../host/host-context.ts";
import { ReplaceKeyForm } from "./replace-key-form.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import {
  DISCONNECT,
  disconnectText,
  disconnectTitle,
  FORGET_KEY,
  KEY_PLACES,
  FACTS,
  KEY_FORM,
} from "./messages.ts";
import { SETTINGS } from "../../host/messages.ts";
import { Section } from "../../ui/section.tsx";
import classes from "../../ui/section.module.css";
import { Group } from "@mantine/core";

/** The open connection: its service and the place of its key. */
export function ConnectionSection() {
  const { host, connectionId } = useConnectionApi();
  const { live, boot } = useHostServices();
  const connection = useLive((now) => now.connection);
  const last = useLive((now) => now.connections.connections.length < 2);
  const [replacing, setReplacing] = useState(false);
  if (!connection) return null;
  const sample = connection.kind === "sample";

  return (
    <Section title={FACTS.title}>
      <dl className={`${classes.facts} sd-facts`}>
        <dt>{FACTS.name}</dt>
        <dd>{connection.name}</dd>
        <dt>{FACTS.service}</dt>
        <dd>{sample ? FACTS.sample : FACTS.own}</dd>
        <dt>{FACTS.baseUrl}</dt>
        <dd>
          <span className="sd-mono">{connection.baseUrl}</span>
          {boot.policy.baseUrl === connection.baseUrl && (
            <span className="sd-note">{SETTINGS.setByAdministrator}</span>
          )}
        </dd>
        <dt>{FACTS.key}</dt>
        <dd>
          {KEY_PLACES[connection.key]}
          {connection.keychainProblem && (
            <span className="sd-note">{sentenceText(connection.keychainProblem)}</span>
          )}
        </dd>
      </dl>
      {replacing && <ReplaceKeyForm onDone={() => setReplacing(false)} />}
      <Group gap={8}>
        {!sample && (
          <>
            <PlainButton onClick={() => setReplacing(!replacing)}>
              {replacing ? KEY_FORM.keep : connection.key === "none" ? KEY_FORM.enter : KEY_FORM.replace}
            </PlainButton>
            <ConfirmButton
              label={FORGET_KEY.label}
              title={FORGET_KEY.title}
              disabled={connection.key === "none" || connection.key === "waiting"}
              action={async () => {
                const result = await host.forgetKey({ connectionId });
                if (result.ok) live.adopt(result.value);
                return result;
              }}
            >
              {FORGET_KEY.text}
            </ConfirmButton>
          </>
        )}
        <ConfirmButton
          label={DISCONNECT.label}
          title={disconnectTitle(sample)}
          action={() => host.disconnect({ connectionId })}
        >
          {disconnectText(connection.name, last)}
        </ConfirmButton>
      </Group>
    </Section>
  );
}
