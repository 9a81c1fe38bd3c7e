import type { HandlersOf } from "../../../shared/contract/calls.ts";
import { MAX_NAMES, NAME_FILE, nameFileText, type NAME_CALLS } from "../../../shared/features/names/names.ts";
import { readTable } from "../file-import/read-table.ts";
import type { SaveFile } from "../../base/save-file.ts";
import type { NameService } from "./name-service.ts";

interface NameHandlerParts {
  readonly names: NameService;
  readonly startup: { readonly opened: Promise<void> };
  readonly saveFile: SaveFile;
}

/** The handlers of the user's names for ids that the API gives no name for. */
export function nameHandlers({ names, startup: { opened }, saveFile }: NameHandlerParts) {
  return {
    listNames: ({ profileId }) => names.list(profileId),
    saveNames: (input) => opened.then(() => names.save(input)),
    exportNames: async ({ profileId }) => {
      const entries = await names.list(profileId);
      return saveFile(NAME_FILE, () => nameFileText(entries));
    },
    readTableFile: ({ base64 }) => readTable(Buffer.from(base64, "base64"), MAX_NAMES),
  } satisfies HandlersOf<typeof NAME_CALLS>;
}
