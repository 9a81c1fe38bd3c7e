/** A key and the one origin that it may be sent to. */
export interface BoundKey {
  readonly key: string;
  readonly origin: string;
}

/** The origin of a base URL: "https://api.example.com". */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** What the keychain keeps of a key. */
export const encodeKey = ({ origin, key }: BoundKey): string => JSON.stringify({ origin, key });

/** What the keychain kept; null if it is no key with its service, as a bare key is not. */
export function decodeKey(secret: string): BoundKey | null {
  try {
    const { origin, key } = JSON.parse(secret) as Partial<Record<string, unknown>>;
    return typeof origin === "string" && typeof key === "string" ? { origin, key } : null;
  } catch {
    return null;
  }
}
