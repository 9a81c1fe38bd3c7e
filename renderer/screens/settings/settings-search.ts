/** What the address of the settings may say: the section that is wanted. */
export interface SettingsSearch {
  readonly section?: "schedules";
}

/** Reads the address; what is unknown is nothing. */
export function readSettingsSearch(search: Readonly<Record<string, unknown>>): SettingsSearch {
  return search["section"] === "schedules" ? { section: "schedules" } : {};
}
