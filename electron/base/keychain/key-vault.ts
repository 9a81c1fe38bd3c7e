import type { KeyPlace } from "../../../shared/inventory/status.ts";
import type { Sentence } from "../../../shared/base/text/texts.ts";
import { KeychainUnavailable, type Keychain } from "./keychain.ts";
import { KEY_PROBLEMS, type KeyProblems } from "./messages.ts";

/** A key, and whether it is stored. It never leaves the core. */
export interface ConnectionKey {
  /** The key; null if there is no key, or no key for this service. */
  readonly key: string | null;
  readonly place: KeyPlace;
  /** The reason why the key is not stored or not used, with a remedy. Null if there is no problem. */
  readonly problem: Sentence | null;
}

/** A key, and the only origin to which it may be sent. */
interface BoundKey {
  readonly key: string;
  readonly origin: string;
}

/** The origin of a base URL: "https://api.example.com". */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** The text that the keychain stores for a key. */
export const encodeKey = ({ origin, key }: BoundKey): string => JSON.stringify({ origin, key });

/** Reads a key from the text in the keychain. Null if the text does not name the service of the key. */
export function decodeKey(secret: string): BoundKey | null {
  try {
    const { origin, key } = JSON.parse(secret) as Partial<Record<string, unknown>>;
    return typeof origin === "string" && typeof key === "string" ? { origin, key } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps keys in the OS keychain. If there is no keychain, keys stay in memory for this session, and a problem is
 * reported. No key is ever written to a file. Each key is stored with the origin of its service, and is returned only
 * for this origin.
 * @security a base URL comes from a plain file or from the command line: neither of them may cause a key to be sent to
 * another service.
 */
export class KeyVault {
  readonly #keychain: Keychain;
  readonly #session = new Map<string, BoundKey & Pick<ConnectionKey, "problem">>();
  /** The keys in use, which the log redacts. Forgetting a key removes it from memory. */
  readonly #known = new Map<string, string>();
  /** Connections that certainly have no entry in the keychain. */
  readonly #absent = new Set<string>();

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  /** The keys that no log line may contain. */
  secrets(): readonly string[] {
    return [...this.#known.values()];
  }

  /**
   * Loads a connection's key for requests to its service.
   * @param problems the sentences for this kind of secret.
   */
  async load(
    connectionId: string,
    baseUrl: string,
    problems: KeyProblems = KEY_PROBLEMS,
  ): Promise<ConnectionKey> {
    const give = (bound: BoundKey, place: KeyPlace, problem: Sentence | null): ConnectionKey => {
      const wanted = originOf(baseUrl);
      const { key, origin } = bound;
      if (origin !== wanted)
        return { key: null, place: "none", problem: problems.otherService({ origin, wanted }) };
      this.#known.set(connectionId, key);
      return { key, place, problem };
    };
    const kept = this.#session.get(connectionId);
    if (kept) return give(kept, "session", kept.problem);
    try {
      const secret = await this.#keychain.get(connectionId);
      if (secret === null) {
        this.#absent.add(connectionId);
        return { key: null, place: "none", problem: null };
      }
      this.#absent.delete(connectionId);
      const found = decodeKey(secret);
      if (!found) return { key: null, place: "none", problem: problems.withoutService };
      return give(found, "keychain", null);
    } catch (thrown) {
      return { key: null, place: "none", problem: problems[reasonOf(thrown)] };
    }
  }

  /** Notes that a new connection has no entry in the keychain yet. */
  noteNew(connectionId: string): void {
    this.#absent.add(connectionId);
  }

  /**
   * Stores a connection's key for its service only, replacing an earlier key.
   * @param problems the sentences for this kind of secret.
   */
  async store(
    connectionId: string,
    baseUrl: string,
    key: string,
    problems: KeyProblems = KEY_PROBLEMS,
  ): Promise<ConnectionKey> {
    const bound: BoundKey = { key, origin: originOf(baseUrl) };
    this.#known.set(connectionId, key);
    this.#session.delete(connectionId);
    try {
      await this.#keychain.set(connectionId, encodeKey(bound));
      this.#absent.delete(connectionId);
      return { key, place: "keychain", problem: null };
    } catch (thrown) {
      const problem = problems[reasonOf(thrown)];
      this.#session.set(connectionId, { ...bound, problem });
      return { key, place: "session", problem };
    }
  }

  /** Keeps the sample service's key only in memory. The sample service ends with the app. */
  keepForSession(connectionId: string, baseUrl: string, key: string): void {
    this.#known.set(connectionId, key);
    this.#session.set(connectionId, { key, origin: originOf(baseUrl), problem: null });
    this.#absent.add(connectionId);
  }

  /**
   * Moves a key from one connection to another connection of the same service. If moving fails, the first connection
   * keeps the key.
   * @throws KeychainUnavailable if the former connection's entry may remain in the keychain.
   */
  async move(from: string, to: string, baseUrl: string, key: string): Promise<ConnectionKey> {
    const connectionKey = await this.store(to, baseUrl, key);
    try {
      await this.forget(from);
    } catch (thrown) {
      // Without this, two connections would read the same company with one key.
      await this.forget(to).catch(() => {});
      throw thrown;
    }
    return connectionKey;
  }

  /**
   * Removes a connection's key from the keychain and from memory.
   * @throws KeychainUnavailable if an entry may remain in the keychain, even from an earlier session. In this case
   * nothing is removed.
   */
  async forget(connectionId: string): Promise<void> {
    try {
      await this.#keychain.delete(connectionId);
      this.#absent.add(connectionId);
    } catch (thrown) {
      // A key of this session can be forgotten if the keychain certainly has no entry for the connection.
      const isMissing = thrown instanceof KeychainUnavailable && thrown.isMissing;
      if (!this.#session.has(connectionId) || !(isMissing || this.#absent.has(connectionId))) throw thrown;
    }
    this.#session.delete(connectionId);
    this.#known.delete(connectionId);
  }
}

/** Finds the reason why the keychain failed. @throws the thrown value, if it is a defect. */
function reasonOf(thrown: unknown): KeychainUnavailable["reason"] {
  if (thrown instanceof KeychainUnavailable) return thrown.reason;
  throw thrown;
}
