/** The settings in the address: the section to scroll to. */
export interface SettingsSearch {
  readonly section?: "schedules";
}

/** Reads the address; unknown values are ignored. */
export function readSettingsSearch(search: Readonly<Record<string, unknown>>): SettingsSearch {
  return search["section"] === "schedules" ? { section: "schedules" } : {};
}
