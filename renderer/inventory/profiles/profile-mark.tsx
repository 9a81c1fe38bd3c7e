import type { Profile } from "../../../shared/domain/profiles.ts";
import classes from "./profiles.module.css";

/** A profile's colour with its initial, so that the colour is never the only sign; its name stands beside it. */
export function ProfileMark({ name, colour }: Pick<Profile, "name" | "colour">) {
  // The initial is drawn by the style sheet: it is no part of the text that the mark stands before.
  return <span className={classes.mark} data-colour={colour} data-initial={initialOf(name)} aria-hidden />;
}

/** The first letter as a reader sees it, with all its accents. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? "").toLocaleUpperCase("en");
}
