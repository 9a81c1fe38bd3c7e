// What other features use of names.
export { readEntries, rowNamesOf } from "./name-service.ts";
