import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import { textsOfScan } from "../../../shared/features/scanner/scan-pattern.ts";
import { MAX_FOUND, type SCANNER_CALLS } from "../../../shared/features/scanner/scanner.ts";
import { readOpenCopy, type OpenCopy } from "../../index/inventory-store.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import { LOOK_UP_SCAN } from "./look-up-scan.ts";

interface ScannerHandlerParts {
  readonly connections: { readonly current: OpenCopy };
  readonly documents: Pick<ConnectionDocuments, "readSingle">;
}

/** The handlers of scans. */
export function scannerHandlers({ connections: { current }, documents }: ScannerHandlerParts) {
  return {
    lookUpScan: async ({ connectionId, text, resources }) => {
      const pattern = await documents.readSingle("scanPattern", connectionId);
      const texts = textsOfScan(pattern, text);
      const none = { records: [], more: false };
      return readOpenCopy(current, connectionId, LOOK_UP_SCAN, { texts, resources, limit: MAX_FOUND }, none);
    },
  } satisfies HandlersOf<typeof SCANNER_CALLS>;
}
