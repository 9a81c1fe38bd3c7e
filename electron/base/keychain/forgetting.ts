import { AppFailure } from "../../../shared/base/errors.ts";
import { KeychainUnavailable } from "./keychain.ts";

/** Runs work that forgets a key. @throws AppFailure `keychain` if a key may remain in the keychain. */
export async function forgetting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof KeychainUnavailable)) throw thrown;
    throw new AppFailure(
      { kind: "keychain", message: `The key may still be in the keychain. ${thrown.message}` },
      { cause: thrown },
    );
  }
}
