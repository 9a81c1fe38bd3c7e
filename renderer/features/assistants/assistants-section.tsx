import { Group, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { assistantConfiguration } from "../../../shared/features/assistants/assistants.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { useSaveSettings } from "../../host/documents.ts";
import { useHost, useHostServices, useLive } from "../../host/host-context.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import { Section } from "../../ui/section.tsx";
import classes from "./assistants.module.css";
import { ASSISTANTS } from "./messages.ts";

/** The settings of assistants: whether assistants may read, what they see, and how to set up an assistant. */
export function AssistantsSection() {
  const { boot } = useHostServices();
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const error = errorOf(save.error);
  const { assistantsMayRead, assistantsSeeNames } = settings;
  if (boot.policy.assistants?.allowed === false)
    return (
      <Section title={ASSISTANTS.title}>
        <p className="sd-note">{ASSISTANTS.forbidden}</p>
      </Section>
    );
  return (
    <Section title={ASSISTANTS.title} intro={ASSISTANTS.intro}>
      <Switch
        label={ASSISTANTS.allow}
        checked={assistantsMayRead}
        onChange={(event) => save.mutate({ ...settings, assistantsMayRead: event.currentTarget.checked })}
      />
      {assistantsMayRead && (
        <>
          <Switch
            label={ASSISTANTS.names}
            description={ASSISTANTS.namesNote}
            checked={assistantsSeeNames}
            onChange={(event) =>
              save.mutate({ ...settings, assistantsSeeNames: event.currentTarget.checked })
            }
          />
          <Configuration />
        </>
      )}
      {error && <ErrorNotice error={error} />}
    </Section>
  );
}

/** The configuration for an assistant's program. The user can copy it. */
function Configuration() {
  const host = useHost();
  const copyText = useCopy();
  const { data } = useQuery({
    queryKey: ["assistant command"],
    queryFn: () => unwrap(host.getAssistantCommand()),
  });
  if (!data) return null;
  const text = assistantConfiguration(data);
  return (
    <>
      <p className="sd-note">{ASSISTANTS.setUp}</p>
      <pre
        className={classes.configuration}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={ASSISTANTS.configuration}
      >
        {text}
      </pre>
      <Group>
        <PlainButton onClick={() => copyText(text, ASSISTANTS.copied)}>{ASSISTANTS.copy}</PlainButton>
      </Group>
    </>
  );
}
