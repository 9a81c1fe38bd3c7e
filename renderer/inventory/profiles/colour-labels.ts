import type { ProfileColour } from "../../../shared/domain/profiles.ts";

/** What the colours are called. */
export const COLOUR_LABELS: Readonly<Record<ProfileColour, string>> = {
  blue: "Blue",
  teal: "Teal",
  amber: "Amber",
  violet: "Violet",
  green: "Green",
  pink: "Pink",
  red: "Red",
  slate: "Slate",
};
