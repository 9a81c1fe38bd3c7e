/** The most records that one call may verify: each is a request to the service. */
export const MAX_VERIFIED = 50;

/**
 * Requests that one pass may spend to verify rows missing from a full check. The other rows wait for the next pass.
 */
export const VERIFY_BUDGET = 250;
