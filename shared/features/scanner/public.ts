// The exports of the scanner that other shared features use.
export { foundRecordSchema, MAX_FOUND } from "./scanner.ts";
