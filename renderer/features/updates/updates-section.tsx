import { errorText } from "../../../shared/base/errors.ts";
import { Group, Switch } from "@mantine/core";
import type { UpdateState } from "../../../shared/features/updates/updates.ts";
import { useHost, useHostServices, useLive } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { useSaveSettings } from "../../host/documents.ts";
import { updateText, updateTitle, NO_UPDATES, UPDATES } from "./messages.ts";
import { UpdateButton, useUpdate } from "./update-button.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { Section } from "../../ui/section.tsx";
import classes from "../../ui/section.module.css";

/** The section with the running version, a newer version, and the way of installing it. */
export function UpdatesSection() {
  const { boot } = useHostServices();
  const update = useUpdate();
  const why = update && NO_UPDATES[update.way];
  return (
    <Section title={UPDATES.title}>
      <dl className={`${classes.facts} sd-facts`}>
        <dt>{UPDATES.version}</dt>
        <dd>{boot.version}</dd>
        {update && !why && <Facts update={update} />}
      </dl>
      {why && <p className="sd-note">{why}</p>}
      {update && !why && <Controls update={update} />}
    </Section>
  );
}

function Facts({ update }: { readonly update: UpdateState }) {
  const now = useNow(60_000);
  return (
    <>
      <dt>{UPDATES.state}</dt>
      {/* Screen readers must not announce the progress every second. */}
      <dd role={update.step === "downloading" ? undefined : "status"} className="sd-num">
        {sentence(update)}
        {update.error && <span className="sd-note sd-problem">{errorText(update.error)}</span>}
      </dd>
      <dt>{UPDATES.lastCheck}</dt>
      <dd>{update.lastCheck === null ? UPDATES.never : <DateTime iso={update.lastCheck} now={now} />}</dd>
    </>
  );
}

function sentence(update: UpdateState): string {
  const title = updateTitle(update);
  if (title !== null) return [title, update.error ? "" : updateText(update)].join(" ");
  if (update.step === "checking") return UPDATES.checking;
  if (update.error) return UPDATES.failed;
  return update.lastCheck === null ? UPDATES.notChecked : UPDATES.newest;
}

function Controls({ update }: { readonly update: UpdateState }) {
  const host = useHost();
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const { step } = update;
  return (
    <>
      {step !== "downloading" && (
        <Group gap={8}>
          <UpdateButton update={update} />
          {step !== "ready" && (
            <PlainButton loading={step === "checking"} onClick={() => void succeeds(host.checkForUpdate())}>
              {UPDATES.check}
            </PlainButton>
          )}
        </Group>
      )}
      <Switch
        label={UPDATES.automatic}
        description={UPDATES.automaticHint}
        checked={settings.checkForUpdates}
        onChange={(event) => save.mutate({ ...settings, checkForUpdates: event.currentTarget.checked })}
      />
    </>
  );
}
