/** The parts of the screen that the user can choose. */
export const PARTS = ["active", "all", "rules"] as const;
export type Part = (typeof PARTS)[number];

/** The part of the screen in the address, so that "Back" restores it. */
export interface AlertsSearch {
  readonly part?: Exclude<Part, "active">;
}

/** Reads the part from the address; an unknown part means the active alerts. */
export function readAlertsSearch({ part }: Record<string, unknown>): AlertsSearch {
  return searchOf(PARTS.find((known) => known === part) ?? "active");
}

/** The parameters of the address for a part of the screen. */
export function searchOf(part: Part): AlertsSearch {
  return part === "active" ? {} : { part };
}
