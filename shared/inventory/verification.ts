/** The most records that one call may verify: each is a request to the service. */
export const MAX_VERIFIED = 50;

/** Requests for single rows that one pass may spend on what a full check did not see; the rest waits for the next. */
export const VERIFY_BUDGET = 250;
