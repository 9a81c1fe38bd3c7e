import { IconFlask } from "@tabler/icons-react";
import type { Connection } from "../../../../shared/inventory/status.ts";
import { useHost } from "../../../host/host-context.ts";
import { errorOf } from "../../../base/unwrap.ts";
import { useMutationCall } from "../../../base/use-mutation-call.ts";
import { ErrorNotice } from "../../../ui/notice.tsx";
import { SAMPLE } from "./messages.ts";
import classes from "./onboarding.module.css";
import { FormButtons, PlainButton } from "../../../ui/buttons.tsx";

/** A card that opens the sample data: a fictitious company, served on this computer. */
export function SampleCard() {
  const host = useHost();
  const explore = useMutationCall<void, Connection>(() => host.exploreSample());
  const error = errorOf(explore.error);
  return (
    <section className={classes.card} aria-labelledby="sample-title">
      <h2 id="sample-title">
        <IconFlask size={18} aria-hidden /> {SAMPLE.title}
      </h2>
      <p>{SAMPLE.text}</p>
      <p>{SAMPLE.later}</p>
      {error && <ErrorNotice error={error} />}
      <FormButtons mt="auto" pt={4}>
        <PlainButton size="sm" loading={explore.isPending} onClick={() => explore.mutate()}>
          {SAMPLE.title}
        </PlainButton>
      </FormButtons>
    </section>
  );
}
