import { DOCUMENTS, type DocumentName } from "../../shared/contract/documents.ts";
import { tableStateName } from "../../shared/features/windows/window-names.ts";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import { savedRecords } from "../helpers/saved-records.ts";
import { callHost } from "./host-client.ts";

/** The names of what a page remembers of a connection: tables, cards, exports and last choices. */
const PAGE_STATES = [
  ...RESOURCES.map((resource) => tableStateName(1, resource)),
  ...[...RESOURCES, "changes"].map((what) => `export.${what}`),
  "overview",
  "palette.recent",
  "abc-limits",
];

/** Removes everything that a user made in a connection, and resets the settings. The rows stay. */
export async function resetProfile(url: string, profileId: string): Promise<void> {
  const [views, counts, rules] = await Promise.all([
    callHost(url, "listViews", { profileId }),
    callHost(url, "readRecords", { profileId, document: "counts" }),
    callHost(url, "listAlertRules", { profileId }),
  ]);
  await Promise.all([
    callHost(url, "saveSettings", DEFAULT_SETTINGS),
    ...PAGE_STATES.map((name) => callHost(url, "saveUiState", { profileId, name, value: "" })),
    ...views.map(({ id }) => callHost(url, "deleteView", { profileId, id })),
    ...counts.map(({ id }) => callHost(url, "deleteCount", { profileId, countId: id })),
    ...rules.map(({ rule }) => callHost(url, "deleteAlertRule", { profileId, id: rule.id })),
  ]);
  const documents = Object.keys(DOCUMENTS) as DocumentName[];
  await Promise.all(documents.map((document) => clearDocument(url, profileId, document)));
}

async function clearDocument(url: string, profileId: string, document: DocumentName): Promise<void> {
  const records = await callHost(url, "readRecords", { profileId, document });
  if (records.length === 0) return;
  const cleared = Object.fromEntries(records.map(({ id }) => [id, null]));
  await callHost(url, "saveRecords", savedRecords(profileId, document, cleared));
}
