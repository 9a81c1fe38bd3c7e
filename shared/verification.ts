/** The most records that one call may verify: each is a request to the service. */
export const MAX_VERIFIED = 50;
