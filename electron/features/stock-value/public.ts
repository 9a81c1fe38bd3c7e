// The exports of stock value that other features use. Threads of the store load this file.
export { IMPORT_VALUE_DAYS, type TypeValue, type ValueDays } from "./value-days.ts";
