import type { Profile } from "../../../shared/profiles.ts";

/** Where a profile's rows come from, in few words: the service's host and path, or this machine. */
export function whereOf({ kind, baseUrl }: Pick<Profile, "kind" | "baseUrl">): string {
  return kind === "sample" ? "Sample data on this machine" : baseUrl.replace(/^https?:\/\//, "");
}
