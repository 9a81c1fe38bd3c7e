import { useLive } from "../../host/host-context.ts";
import { SAMPLE } from "./messages.ts";

/** The note that the past of the sample data was generated; empty for other data. */
export function GeneratedNote() {
  const isSample = useLive(({ connection }) => connection?.kind === "sample");
  return isSample ? <p className="sd-note">{SAMPLE.generated}</p> : null;
}
