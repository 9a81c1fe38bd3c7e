import { DOCUMENTS, type DocumentName } from "../../shared/contract/documents.ts";
import { tableStateName } from "../../shared/features/windows/window-names.ts";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import { savedRecords } from "../helpers/saved-records.ts";
import { callHost } from "./host-client.ts";

/** The names of the state that a page stores for a connection: tables, cards, exports and last choices. */
const PAGE_STATES = [
  ...RESOURCES.map((resource) => tableStateName(1, resource)),
  ...[...RESOURCES, "changes"].map((what) => `export.${what}`),
  "overview",
  "palette.recent",
  "abc-limits",
];

/** Removes everything that a user made in a connection, and resets the settings. The rows stay. */
export async function resetConnection(url: string, connectionId: string): Promise<void> {
  const [views, counts, rules] = await Promise.all([
    callHost(url, "listViews", { connectionId }),
    callHost(url, "readRecords", { connectionId, document: "counts" }),
    callHost(url, "listAlertRules", { connectionId }),
  ]);
  await Promise.all([
    callHost(url, "saveSettings", DEFAULT_SETTINGS),
    ...PAGE_STATES.map((name) => callHost(url, "saveUiState", { connectionId, name, value: "" })),
    ...views.map(({ id }) => callHost(url, "deleteView", { connectionId, id })),
    ...counts.map(({ id }) => callHost(url, "deleteCount", { connectionId, countId: id })),
    ...rules.map(({ rule }) => callHost(url, "deleteAlertRule", { connectionId, id: rule.id })),
  ]);
  const documents = Object.keys(DOCUMENTS) as DocumentName[];
  await Promise.all(documents.map((document) => clearDocument(url, connectionId, document)));
}

async function clearDocument(url: string, connectionId: string, document: DocumentName): Promise<void> {
  const records = await callHost(url, "readRecords", { connectionId, document });
  if (records.length === 0) return;
  const cleared = Object.fromEntries(records.map(({ id }) => [id, null]));
  await callHost(url, "saveRecords", savedRecords(connectionId, document, cleared));
}
