import { useNavigate } from "@tanstack/react-router";
import { useLive } from "../../../host/host-context.ts";
import { ConnectForm } from "./connect-form.tsx";
import { WELCOME } from "./messages.ts";
import { SampleCard } from "./sample-card.tsx";
import classes from "../connections.module.css";
import { PlainButton } from "../../../ui/buttons.tsx";
import { ACTIONS } from "../../../ui/messages.ts";

/** The screen that adds a connection. Nothing changes until the service has accepted the key. */
export function AddConnectionScreen() {
  const hasSample = useLive((live) => live.connections.connections.some(({ kind }) => kind === "sample"));
  const navigate = useNavigate();
  return (
    <div className="sd-page">
      <div className={classes.column} data-single={hasSample || undefined}>
        <header className={classes.header}>
          <h1 className="sd-title">{WELCOME.add}</h1>
          <PlainButton onClick={() => void navigate({ to: "/items" })}>{ACTIONS.cancel}</PlainButton>
        </header>
        <div className={classes.ways}>
          <ConnectForm />
          {!hasSample && <SampleCard />}
        </div>
      </div>
    </div>
  );
}
