/**
 * The nonce in the page that allows Mantine's style elements under the CSP. Browsers hide the attribute, so it is read
 * from the property.
 */
export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
