import { randomUUID } from "node:crypto";
import {
  MAX_PROFILE_NAME,
  PROFILE_COLOURS,
  type Profile,
  type ProfileColour,
} from "../../../shared/inventory/profiles.ts";
import { uniqueName } from "../../../shared/base/text/unique-name.ts";

/** The id of the sample service's only profile. Its address and company differ at each start. */
export const SAMPLE_PROFILE = "sample";

/** Makes a new profile; a profile of the sample data always has the same id. */
export function newProfile(kind: Profile["kind"], baseUrl: string, others: readonly Profile[]): Profile {
  return {
    profileId: kind === "sample" ? SAMPLE_PROFILE : randomUUID(),
    kind,
    baseUrl,
    name: uniqueName(
      kind === "sample" ? "Sample company" : hostOf(baseUrl),
      others.map(({ name }) => name),
      MAX_PROFILE_NAME,
    ),
    colour: nextColour(others),
  };
}

/** The first of the colours that the fewest profiles have. */
function nextColour(others: readonly Profile[]): ProfileColour {
  const uses = (colour: ProfileColour): number => others.filter((other) => other.colour === colour).length;
  return PROFILE_COLOURS.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best));
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "Inventory";
}
