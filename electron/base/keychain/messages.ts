import { sentences } from "../../../shared/base/text/texts.ts";

/** The sentences for an API key that is not stored, not used or not removed. */
export const KEY_PROBLEMS = sentences("keychain.key", {
  noLibrary:
    "The library libsecret is missing. Install it (Debian: libsecret-1-0) with a keyring such as gnome-keyring, and enter the key again.",
  noService:
    "No Secret Service is running. Install and start a keyring such as gnome-keyring or KWallet, and enter the key again.",
  locked:
    "The keyring is locked. Unlock it (for instance with the Passwords and Keys app), and start Stockdeck again or enter the key again.",
  refused:
    "The system’s keychain refused access. Unlock it, allow Stockdeck to use it, and enter the key again.",
  withoutService: "The keychain has a key that does not say which service it is for. Enter the key again.",
  otherService: "The stored key is for {origin} and is not sent to {wanted}. Enter the key of that service.",
  mayRemain: "The key may still be in the keychain. {reason}",
});

/** The sentences of `KEY_PROBLEMS` for a password. */
export const PASSWORD_PROBLEMS: KeyProblems = sentences("keychain.password", {
  noLibrary:
    "The library libsecret is missing. Install it (Debian: libsecret-1-0) with a keyring such as gnome-keyring, and enter the password again.",
  noService:
    "No Secret Service is running. Install and start a keyring such as gnome-keyring or KWallet, and enter the password again.",
  locked:
    "The keyring is locked. Unlock it (for instance with the Passwords and Keys app), and start Stockdeck again or enter the password again.",
  refused:
    "The system’s keychain refused access. Unlock it, allow Stockdeck to use it, and enter the password again.",
  withoutService:
    "The keychain has a key that does not say which service it is for. Enter the password again.",
  otherService:
    "The stored key is for {origin} and is not sent to {wanted}. Enter the password of that service.",
  mayRemain: "The password may still be in the keychain. {reason}",
});

/** The sentences for one kind of secret. */
export type KeyProblems = typeof KEY_PROBLEMS;
