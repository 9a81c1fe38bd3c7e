/**
 * The bytes of the attachment of a message; null if it has no attachment. @param raw the message as it was
 * received.
 */
export function attachmentOf(raw: string): Buffer | null {
  const [, part] = /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z\d+/=\r\n]+)/.exec(raw) ?? [];
  return part === undefined ? null : Buffer.from(part.replaceAll(/\s/g, ""), "base64");
}
