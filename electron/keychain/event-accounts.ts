/** The keychain's account of a profile's relay token. */
export const tokenAccount = (profileId: string): string => `${profileId}.relay`;
/** The same of the secrets that deliveries are signed with. */
export const secretsAccount = (profileId: string): string => `${profileId}.webhook`;

/** Every account that a profile's live events have. */
export const eventAccounts = (profileId: string): readonly string[] => [
  tokenAccount(profileId),
  secretsAccount(profileId),
];
