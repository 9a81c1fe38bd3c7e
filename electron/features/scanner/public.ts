// The exports of the scanner that other features use. Threads of the store load this file.
export { LOOK_UP_SCAN } from "./look-up-scan.ts";
