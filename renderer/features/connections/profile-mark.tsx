import type { Profile } from "../../../shared/inventory/profiles.ts";
import classes from "./profiles.module.css";
import { SAMPLE_SOURCE } from "./messages.ts";

/** A profile's colour and initial; the colour is never the only sign. */
export function ProfileMark({ name, colour }: Pick<Profile, "name" | "colour">) {
  // CSS draws the initial, so that it is not part of the text next to it.
  const style = { background: `var(--sd-profile-${colour})` };
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

/** The first letter as a reader sees it, with all its accents. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? "").toLocaleUpperCase("en");
}

/** The source of a profile's rows: host and path, or this machine. Empty if the name says so. */
export function profileSource({ kind, baseUrl, name }: Pick<Profile, "kind" | "baseUrl" | "name">): string {
  const where = kind === "sample" ? SAMPLE_SOURCE : baseUrl.replace(/^https?:\/\//, "");
  return where === name ? "" : where;
}
