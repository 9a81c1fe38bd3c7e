// The exports of custody that other features use. Threads of the store load this file.
export { READ_USUAL_TIMES } from "./custody-tasks.ts";
export { usualTimesOf } from "./usual-times.ts";
