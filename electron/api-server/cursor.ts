import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import { invalid } from "./answers.ts";

/**
 * The part of a cursor's content that every kind of server needs. Only the server may read the content (specification
 * 4.4, rule 3).
 */
interface Issued {
  /** The time of issue, milliseconds since the epoch. */
  readonly issuedAt: number;
}

const SIGNATURE_BYTES = 16;

/** Signs cursors and reads them, with a secret of this server. All its cursors become invalid when the server ends. */
export class CursorCodec<Content extends Issued> {
  /**
   * The secret is a key object. If it were plain bytes, each signing would create a key object, which takes five times
   * as long.
   */
  readonly #secret = createSecretKey(randomBytes(32));

  /** Signs a cursor. @param binding everything to which the cursor belongs: company, endpoint, filters. */
  seal(binding: string, content: Content): string {
    const payload = Buffer.from(JSON.stringify({ bound: digest(binding), ...content }));
    return Buffer.concat([this.#sign(payload), payload]).toString("base64url");
  }

  /** Reads a cursor. Throws a 400 if the cursor was modified, has expired, or has another binding. */
  open(binding: string, text: string, clock: { readonly now: number; readonly ttlMs: number }): Content {
    const bytes = Buffer.from(text, "base64url");
    const payload = bytes.subarray(SIGNATURE_BYTES);
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    // Base64 decoding ignores stray characters. So a cursor was modified if encoding it again gives another text.
    const genuine =
      bytes.length > SIGNATURE_BYTES
      && bytes.toString("base64url") === text
      && timingSafeEqual(signature, this.#sign(payload));
    if (!genuine) throw invalid("The cursor is not valid. Restart the listing without a cursor.");
    const content = JSON.parse(payload.toString()) as Content & { readonly bound: string };
    if (content.bound !== digest(binding)) {
      throw invalid(
        "The cursor belongs to another listing or other filters. Restart the listing without a cursor.",
      );
    }
    if (clock.now - content.issuedAt > clock.ttlMs) {
      throw invalid("The cursor has expired. Restart the listing without a cursor.");
    }
    return content;
  }

  #sign(payload: Buffer): Buffer {
    return createHmac("sha256", this.#secret).update(payload).digest().subarray(0, SIGNATURE_BYTES);
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);
