import { IconInfoCircle } from "@tabler/icons-react";
import { useLive } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { completenessSentence, stalenessSentence } from "../../table/freshness/messages.ts";
import { NOT_RESERVED } from "./messages.ts";
import classes from "./cut-finder.module.css";

/** The note that nothing is reserved, with the age of the rows behind a plan. */
export function Freshness() {
  const status = useLive((live) => live.status);
  const now = useNow(10_000);
  const stale = stalenessSentence(status, now);
  return (
    <p className={classes.notReserved}>
      <IconInfoCircle size={16} aria-hidden />
      <span>
        {NOT_RESERVED} {completenessSentence(status, now)}
        {stale !== "" && `, ${stale}`}.
      </span>
    </p>
  );
}
