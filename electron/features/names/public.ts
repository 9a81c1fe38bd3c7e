// The exports of names that other features use.
export { rowNamesOf } from "./name-service.ts";
