/**
 * The nonce that the host put into the page, which allows Mantine's own style elements under the CSP. Browsers
 * hide the attribute from the DOM; only the property has it.
 */
export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
