// What other features of this tree use of the scanner.
export { foundRecordSchema, MAX_FOUND } from "./scanner.ts";
