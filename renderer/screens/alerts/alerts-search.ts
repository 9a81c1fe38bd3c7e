/** The part of the alerts in the address. */
export interface AlertsSearch {
  readonly part?: "rules";
}

/** Reads the address; unknown values are ignored. */
export function readAlertsSearch(search: Readonly<Record<string, unknown>>): AlertsSearch {
  return search["part"] === "rules" ? { part: "rules" } : {};
}
