// What other features use of the scanner. Threads of the store load this file.
export { LOOK_UP_SCAN } from "./look-up-scan.ts";
