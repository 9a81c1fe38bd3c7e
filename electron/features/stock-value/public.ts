// What other features use of stock values. Threads of the store load this file.
export { IMPORT_VALUE_DAYS, type TypeValue, type ValueDays } from "./value-days.ts";
