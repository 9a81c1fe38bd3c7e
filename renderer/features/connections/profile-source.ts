import type { Profile } from "../../../shared/inventory/profiles.ts";
import { SAMPLE_SOURCE } from "./messages.ts";

/** The source of a profile's rows: host and path, or this machine. Empty if the name says so. */
export function profileSource({ kind, baseUrl, name }: Pick<Profile, "kind" | "baseUrl" | "name">): string {
  const where = kind === "sample" ? SAMPLE_SOURCE : baseUrl.replace(/^https?:\/\//, "");
  return where === name ? "" : where;
}
