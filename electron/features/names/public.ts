// What other features use of names.
export { rowNamesOf } from "./name-service.ts";
