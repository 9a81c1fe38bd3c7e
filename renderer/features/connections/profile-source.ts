import type { Profile } from "../../../shared/inventory/profiles.ts";

/** Where a profile's rows come from: the service's host and path, or this machine; empty if the name says so. */
export function profileSource({ kind, baseUrl, name }: Pick<Profile, "kind" | "baseUrl" | "name">): string {
  const where = kind === "sample" ? "Sample data on this machine" : baseUrl.replace(/^https?:\/\//, "");
  return where === name ? "" : where;
}
