/** The keychain's account of a connection's relay token. */
export const tokenAccount = (profileId: string): string => `${profileId}.relay`;
