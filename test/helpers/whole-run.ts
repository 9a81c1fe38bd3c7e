/** Whether the whole run is under way, `npm run test:all`. */
export const IS_WHOLE_RUN = process.env["STOCKDECK_WHOLE"] === "1";

/** The number of random cases: all of them in the whole run, and a fifth in `npm test`. */
export const cases = (whole: number): number => (IS_WHOLE_RUN ? whole : Math.ceil(whole / 5));
