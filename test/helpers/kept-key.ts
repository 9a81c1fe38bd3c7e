import { encodeKey, originOf } from "../../electron/base/keychain/key-vault.ts";

/** The keychain's entry for the key of a service. */
export const keptKey = ({ url, key }: { readonly url: string; readonly key: string }): string =>
  encodeKey({ origin: originOf(url), key });
