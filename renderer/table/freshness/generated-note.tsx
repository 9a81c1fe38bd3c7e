import { useLive } from "../../host/host-context.ts";
import { GENERATED } from "./messages.ts";

/** Says of the sample data that their past was generated; nothing for a service's. */
export function GeneratedNote() {
  const isSample = useLive(({ connection }) => connection?.kind === "sample");
  return isSample ? <p className="sd-note">{GENERATED}</p> : null;
}
