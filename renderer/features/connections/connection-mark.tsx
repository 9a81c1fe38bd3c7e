import type { SavedConnection } from "../../../shared/inventory/connections.ts";
import classes from "./connections.module.css";
import { MARK } from "./messages.ts";

/** The colour and the initial of a connection. The colour is never the only sign of the connection. */
export function ConnectionMark({ name, colour }: Pick<SavedConnection, "name" | "colour">) {
  // CSS draws the initial, so that it is not part of the neighbouring text.
  const style = { background: `var(--sd-connection-${colour})` };
  return (
    <span
      className={classes.mark}
      data-colour={colour}
      style={style}
      data-initial={initialOf(name)}
      aria-hidden
    />
  );
}

/** The first letter of a name with all its accents, in upper case. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? "").toLocaleUpperCase("en");
}

/** The source of a connection's rows: host and path, or this computer. "" if the source equals the name. */
export function connectionSource({
  kind,
  baseUrl,
  name,
}: Pick<SavedConnection, "kind" | "baseUrl" | "name">): string {
  const where = kind === "sample" ? MARK.sample : baseUrl.replace(/^https?:\/\//, "");
  return where === name ? "" : where;
}
