import type { ExportRequest } from "../../shared/delivery/exports.ts";

/** An export of the ids of all items, as CSV. */
export const exportOfIds = (connectionId: string, verifyFirst = false): ExportRequest => ({
  connectionId,
  resource: "items",
  query: { version: 1 },
  view: null,
  columns: ["id"],
  format: "csv",
  dialect: { delimiter: ",", decimal: "." },
  manifest: false,
  verifyFirst,
});
