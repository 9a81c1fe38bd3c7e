import { encodeKey, originOf } from "../../electron/base/keychain/bound-key.ts";

/** What the keychain keeps of the key of a service. */
export const keptKey = ({ url, key }: { readonly url: string; readonly key: string }): string =>
  encodeKey({ origin: originOf(url), key });
