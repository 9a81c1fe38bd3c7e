import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { EXPORT_CALLS } from "../../../shared/features/exports/exports.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { exportFileName } from "../exports/write/file-name.ts";
import { smallWorkbook } from "../exports/write/small-workbook.ts";
import { openableFile } from "../exports/openable-file.ts";
import type { SaveFile } from "../../base/save-file.ts";
import type { Clock } from "../../base/clock.ts";
import type { ExportService } from "./export-service.ts";

const NO_PDF = "A browser saves a PDF by its own dialog for printing.";

interface ExportHandlerParts {
  readonly exports: ExportService;
  readonly startup: { readonly opened: Promise<void> };
  readonly saveFile: SaveFile;
  readonly options: {
    readonly clock: Clock;
    openFile(file: string, what: "file" | "folder"): Promise<void>;
    /** Absent if a browser prints by itself. */
    printPdf?(): Promise<Uint8Array>;
  };
}

/** Exports that the user starts, and the printed page as a PDF. */
export function exportHandlers({ options, exports, startup, saveFile }: ExportHandlerParts) {
  const suggest = (name: string, extension: string): string =>
    exportFileName(name, localDay(new Date(options.clock.now())), extension);
  return {
    startExport: async (request) => {
      await startup.opened;
      return { id: await exports.start(request) };
    },
    cancelExport: ({ id }) => exports.cancel(id),
    listExports: ({ profileId }) => exports.list(profileId),
    openExport: async ({ profileId, id, what }) => {
      const file = await exports.fileOf(profileId, id);
      return options.openFile(what === "file" ? openableFile(file) : file, what);
    },
    savePdf: async ({ name }) => {
      const print = options.printPdf?.bind(options);
      if (!print) throw invalidInput(NO_PDF);
      return saveFile(suggest(name, "pdf"), print);
    },
    saveWorkbook: ({ name, sheets }) => saveFile(suggest(name, "xlsx"), () => smallWorkbook(sheets)),
  } satisfies HandlersOf<typeof EXPORT_CALLS>;
}
