/** A key and the one origin that it may be sent to. */
export interface BoundKey {
  readonly key: string;
  readonly origin: string;
}

/** The origin of a base URL: "https://api.example.com". */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** The text that the keychain stores for a key. */
export const encodeKey = ({ origin, key }: BoundKey): string => JSON.stringify({ origin, key });

/** The key from the keychain's text; null if the text does not name the key's service. */
export function decodeKey(secret: string): BoundKey | null {
  try {
    const { origin, key } = JSON.parse(secret) as Partial<Record<string, unknown>>;
    return typeof origin === "string" && typeof key === "string" ? { origin, key } : null;
  } catch {
    return null;
  }
}
