import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useLive } from "../../host/host-context.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { ADD_CONNECTION } from "./messages.ts";
import { SampleCard } from "./sample-card.tsx";
import classes from "../../inventory/profiles/profiles.module.css";

/** Adds a connection to those that exist; nothing changes before the service has accepted the key. */
export function AddConnectionScreen() {
  const hasSample = useLive((live) => live.profiles.profiles.some(({ kind }) => kind === "sample"));
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <div className={classes.column} data-single={hasSample || undefined}>
        <header className={classes.header}>
          <h1>{ADD_CONNECTION}</h1>
          <Button variant="default" onClick={() => void navigate({ to: "/items" })}>
            Cancel
          </Button>
        </header>
        <div className={classes.ways}>
          <ConnectForm />
          {!hasSample && <SampleCard />}
        </div>
      </div>
    </div>
  );
}
