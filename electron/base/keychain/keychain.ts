import { AppFailure, said } from "../../../shared/base/errors.ts";
import { systemClock } from "../clock.ts";
import { KEY_PROBLEMS, type KeyProblems } from "./messages.ts";

/** The part of keytar that is used. `findCredentials` is left out, because some versions crash in it. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The name under which the OS keychain stores keys. Each connection has its own account. */
const SERVICE = "Stockdeck";
/**
 * Ms after which the keychain counts as unavailable. The time is long, because the keychain may ask the user to unlock
 * it.
 */
const TIMEOUT = 60_000;

/** The account of a probe entry, which is written and removed at once. No connection has this id. */
// oxlint-disable-next-line texts/in-messages -- the name of an entry that exists for a moment
const PROBE = "Is it unlocked?";

/** The OS keychain. Every method rejects with `KeychainUnavailable` if the keychain cannot be used. */
export interface Keychain {
  get(account: string): Promise<string | null>;
  set(account: string, key: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/** The reasons why a keychain cannot be used. With the first two reasons, there is no keychain at all. */
type KeychainReason = "noLibrary" | "noService" | "locked" | "refused";

/**
 * The error if the keychain cannot be used. Its message is about keys; it contains the reason and a remedy, but no
 * secret.
 */
export class KeychainUnavailable extends Error {
  override readonly name = "KeychainUnavailable";
  readonly reason: KeychainReason;

  constructor(reason: KeychainReason, options?: ErrorOptions) {
    super(KEY_PROBLEMS[reason].english, options);
    this.reason = reason;
  }

  /** True if there is no keychain at all, so that no entry can exist. */
  get isMissing(): boolean {
    return this.reason === "noLibrary" || this.reason === "noService";
  }
}

/**
 * The keychain of this operating system: macOS Keychain, Windows Credential Manager, or the Secret Service (GNOME
 * Keyring, KWallet) on Linux. The library is loaded by the first call, so that a computer without the library can still
 * do everything else.
 */
export function osKeychain(timeout = TIMEOUT): Keychain {
  let loading: Promise<Keytar> | null = null;
  const withKeytar = async <T>(work: (keytar: Keytar) => Promise<T>): Promise<T> => {
    try {
      loading ??= import("keytar").then((module) => module.default as Keytar);
      return await within(timeout, work(await loading));
    } catch (thrown) {
      throw new KeychainUnavailable(reasonFor(thrown), { cause: thrown });
    }
  };
  return {
    get: (account) =>
      withKeytar(async (keytar) => {
        const key = await keytar.getPassword(SERVICE, account);
        if (key === null) await requireUnlocked(keytar);
        return key;
      }),
    set: (account, key) =>
      withKeytar(async (keytar) => {
        await keytar.setPassword(SERVICE, account, key);
        // Some services accept a secret, but store it in a collection that they delete a moment later.
        const stored = await keytar.getPassword(SERVICE, account);
        if (stored !== key) throw new Error("the keychain did not keep the key");
      }),
    delete: (account) =>
      withKeytar(async (keytar) => {
        if (!(await keytar.deletePassword(SERVICE, account))) await requireUnlocked(keytar);
      }),
  };
}

/**
 * Refuses a locked keyring. libsecret finds no entry in a locked keyring, just as in an empty keyring. So a probe entry
 * is written, which only a locked keyring refuses. On other systems a locked keychain refuses reading as well.
 * @throws Error if the keyring is locked.
 */
async function requireUnlocked(keytar: Keytar): Promise<void> {
  if (process.platform !== "linux") return;
  await keytar.setPassword(SERVICE, PROBE, "yes");
  await keytar.deletePassword(SERVICE, PROBE);
}

/** Limits the time of work. The timer is a real one, because the system's keychain answers in real time. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = systemClock
    .wait(milliseconds, ended.signal)
    .then(() => Promise.reject(new Error("timed out")));
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

function reasonFor(thrown: unknown): KeychainReason {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (process.platform !== "linux") return "refused";
  if (/libsecret|ERR_DLOPEN|cannot open shared object/i.test(text)) return "noLibrary";
  return /timed out|dismissed|locked/i.test(text) ? "locked" : "noService";
}

/**
 * Runs an action that deletes a secret.
 * @param problems the sentences for this kind of secret.
 * @throws AppFailure `keychain` if the secret may remain in the keychain.
 */
export async function forgetting<T>(
  work: () => Promise<T>,
  problems: KeyProblems = KEY_PROBLEMS,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof KeychainUnavailable)) throw thrown;
    const sentence = problems.mayRemain({ reason: problems[thrown.reason] });
    throw new AppFailure({ kind: "keychain", ...said(sentence) }, { cause: thrown });
  }
}
