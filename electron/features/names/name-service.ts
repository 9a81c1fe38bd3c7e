import { createHash } from "node:crypto";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import {
  MAX_NAMES,
  NAME_FILE,
  nameEntries,
  nameFileText,
  type NameRecord,
  type NAME_CALLS,
} from "../../../shared/features/names/names.ts";
import type { SaveFile } from "../../base/files.ts";
import { readTable } from "../../delivery/file-import/read-table.ts";
import type { RowNames } from "../../store/ingest/inventory-writer.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";

/** The names in the form in which they are written to rows. Records without a name are left out. */
export function rowNamesOf(records: ReadonlyMap<string, NameRecord>): RowNames {
  const names = [...records].flatMap(([id, { name }]) => (name === "" ? [] : [{ id, name }]));
  if (names.length === 0) return { names, state: null };
  const state = createHash("sha256").update(JSON.stringify(names)).digest("base64url");
  return { names, state };
}

interface NameHandlerParts {
  readonly documents: ConnectionDocuments;
  readonly saveFile: SaveFile;
}

/** The handlers of the user's names for ids. */
export function nameHandlers({ documents, saveFile }: NameHandlerParts) {
  return {
    exportNames: async ({ connectionId }) => {
      const names = await documents.read("names", connectionId);
      return saveFile(NAME_FILE, () => nameFileText(nameEntries(names)));
    },
    readTableFile: ({ base64 }) => readTable(Buffer.from(base64, "base64"), MAX_NAMES),
  } satisfies HandlersOf<typeof NAME_CALLS>;
}
