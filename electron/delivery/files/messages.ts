import { sentences, texts } from "../../../shared/base/text/texts.ts";

export const FILE_ERRORS = sentences("files.errors", {
  noFolder: "The folder that the file is to go to does not exist.",
  cancelled: "The export was cancelled. No file was changed.",
  defect: "The export stopped because of a defect of Stockdeck. No file was changed.",
  tooLarge: "This is more than an XLSX file can hold (4 GiB). Export fewer rows or columns, or take CSV.",
});

/** The last sheet of a workbook, which tells what it contains. The headings of tables are names of the API. */
export const FACTS = texts("files.facts", {
  sheet: "About this export",
  table: "Table",
  asOf: "As of",
  refreshedBefore: "Last refresh before",
  view: "View",
  noView: "none",
  rows: "Rows",
  changes: "Changes",
  queryJson: "Query (JSON)",
  viewJson: "View (JSON)",
  filterJson: "Filter (JSON)",
  changeCount: "Number of changes",
  writtenBy: "Written by",
  exportedAt: "Exported at",
  connection: "Connection",
  unnamed: "not named",
  completeAsOf: "Complete as of",
  notComplete: "not complete yet",
  lastFullCheck: "Last full check",
  noFullCheck: "none yet",
  rowCount: "Number of rows",
  columns: "Columns",
  dates: "Dates",
  datesText: "In UTC. Dates before March 1900, which Excel does not know, are texts.",
});

/** The reasons why an existing file may not be replaced. The file stays unchanged. */
export const NOT_REPLACED = sentences("files.notReplaced", {
  folder: "The file is not written. It cannot replace a folder. Save it under another name.",
  pipe: "The file is not written. It cannot replace a pipe. Save it under another name.",
  socket: "The file is not written. It cannot replace a socket. Save it under another name.",
  device: "The file is not written. It cannot replace a device. Save it under another name.",
  readOnly: "The file is not written. The file that is there is read-only. Save it under another name.",
  foreign:
    "The file is not written. The file that is there belongs to another user or group. Save it under another name.",
  own: "The file is not written. The file that is there is one of Stockdeck’s own. Save it under another name.",
  links: "The file is not written. The links there lead to each other. Save it under another name.",
  moved: "The file is not written. Its link leads elsewhere now. Save it under another name.",
});

/** The labels of the columns of changes. In files, the columns keep the API's names. */
export const CHANGE_LABELS = texts("files.changes", {
  type: "Type of change",
  resource: "Table",
  id: "Id",
  name: "Name",
  observedAfter: "Not before",
  observedBefore: "Not after",
  occurredAt: "By the service’s own words",
  field: "Field",
  old: "Old value",
  new: "New value",
  oldName: "Old name",
  newName: "New name",
});
