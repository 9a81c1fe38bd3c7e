import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import type { Connection } from "../../../shared/domain/status.ts";
import { useHost } from "../../host/host-context.tsx";
import { errorOf } from "../../host/unwrap.ts";
import { useMutationCall } from "../../host/use-mutation-call.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import classes from "./onboarding.module.css";

/** The way in without an account: a made-up company, served on this machine. */
export function SampleCard() {
  const host = useHost();
  const explore = useMutationCall<void, Connection>(() => host.exploreSample());
  const error = errorOf(explore.error);
  return (
    <section className={classes.card} aria-labelledby="sample-title">
      <h2 id="sample-title">
        <IconFlask size={18} aria-hidden /> Explore with sample data
      </h2>
      <p>
        A made-up company with thousands of items, 60 material types and 12 locations, whose stock moves while
        you watch. It runs on this machine; nothing is sent anywhere.
      </p>
      <p>You can add a connection to your own inventory at any time, beside it.</p>
      {error && <ErrorNotice error={error} />}
      <div className={classes.buttons}>
        <Button size="sm" variant="default" loading={explore.isPending} onClick={() => explore.mutate()}>
          Explore with sample data
        </Button>
      </div>
    </section>
  );
}
