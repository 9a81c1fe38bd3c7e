import type { Handlers } from "../../../../shared/contract/contract.ts";
import { invalidInput } from "../../../../shared/base/errors.ts";
import { localDay } from "../../../../shared/base/time/local-day.ts";
import { exportFileName } from "../../../features/exports/write/file-name.ts";
import { smallWorkbook } from "../../../features/exports/write/small-workbook.ts";
import { openableFile } from "../../../features/exports/openable-file.ts";
import { saveFile } from "../save-file.ts";
import type { HandlerParts } from "./handler-parts.ts";

const NO_PDF = "A browser saves a PDF by its own dialog for printing.";

/** Exports that the user starts, and the printed page as a PDF. */
export function exportHandlers({ options, exports, startup }: HandlerParts) {
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
      return saveFile(options, suggest(name, "pdf"), print);
    },
    saveWorkbook: ({ name, sheets }) => saveFile(options, suggest(name, "xlsx"), () => smallWorkbook(sheets)),
  } satisfies Partial<Handlers>;
}
