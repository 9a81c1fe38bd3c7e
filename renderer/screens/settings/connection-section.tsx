import { Button } from "@mantine/core";
import { useState } from "react";
import { useHostServices, useLive } from "../../host/host-context.tsx";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { ReplaceKeyForm } from "../../ui/replace-key-form.tsx";
import type { KeyPlace } from "../../../shared/domain/status.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { Section } from "./section.tsx";
import classes from "./settings.module.css";

const KEY_PLACES: Readonly<Record<KeyPlace, string>> = {
  keychain: "In this system's keychain",
  session: "In memory, for this session only",
  none: "None is stored",
  waiting: "Waiting for the keychain",
};

/** Where the rows come from, and what becomes of the key. */
export function ConnectionSection() {
  const { host, profileId } = useLocalCopy();
  const { live } = useHostServices();
  const connection = useLive((now) => now.connection);
  const last = useLive((now) => now.profiles.profiles.length < 2);
  const [replacing, setReplacing] = useState(false);
  if (!connection) return null;
  const sample = connection.kind === "sample";

  return (
    <Section title="Open connection">
      <dl className={classes.facts}>
        <dt>Name</dt>
        <dd>{connection.name}</dd>
        <dt>Service</dt>
        <dd>{sample ? "Sample data, served on this machine" : "Inventory API"}</dd>
        <dt>Base URL</dt>
        <dd className="sd-mono">{connection.baseUrl}</dd>
        <dt>API key</dt>
        <dd>
          {KEY_PLACES[connection.key]}
          {connection.keychainProblem && <span className={classes.intro}>{connection.keychainProblem}</span>}
        </dd>
      </dl>
      {replacing && <ReplaceKeyForm onDone={() => setReplacing(false)} />}
      <div className={classes.actions}>
        {!sample && (
          <>
            <Button variant="default" onClick={() => setReplacing(!replacing)}>
              {replacing ? "Keep the key" : connection.key === "none" ? "Enter a key" : "Replace key"}
            </Button>
            <ConfirmButton
              label="Forget key"
              title="Forget the API key?"
              disabled={connection.key === "none" || connection.key === "waiting"}
              action={async () => {
                const result = await host.forgetKey({ profileId });
                if (result.ok) live.adopt(result.value);
                return result;
              }}
            >
              The key is removed from the keychain and from memory, and refreshing stops. The rows that were
              received stay readable.
            </ConfirmButton>
          </>
        )}
        <ConfirmButton
          label="Disconnect"
          title={sample ? "Leave the sample data?" : "Disconnect from this service?"}
          action={() => host.disconnect({ profileId })}
        >
          The connection “{connection.name}”, its key and all its local rows are removed
          {last ? ", and the first screen returns." : ". Your other connections stay as they are."} Nothing
          changes at the service.
        </ConfirmButton>
      </div>
    </Section>
  );
}
