import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useLive } from "../../app/app-context.tsx";
import { ConnectForm } from "../onboarding/connect-form.tsx";
import { SampleCard } from "../onboarding/sample-card.tsx";
import classes from "./profiles.module.css";

/** The first screen's ways in, beside what is open already; nothing changes before a service has accepted its key. */
export function AddConnectionScreen() {
  const hasSample = useLive((live) => live.profiles.profiles.some(({ kind }) => kind === "sample"));
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <div className={classes.column} data-single={hasSample || undefined}>
        <header className={classes.header}>
          <h1>Add a connection</h1>
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
