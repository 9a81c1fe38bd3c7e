import { MessageChannel, type MessagePort } from "node:worker_threads";

/**
 * Frees the memory of unused bytes at once. An export makes some hundred megabytes of them,
 * one after the other, outside of the heap, and the collector comes for those only after 64 MB. Handing them over to a
 * port that leads nowhere frees them.
 */
export class Release {
  readonly #nowhere: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    this.#nowhere = port1;
  }

  /** Bytes that share their memory with others (a pooled Buffer) are left to the collector. */
  bytes({ buffer, byteLength }: Uint8Array): void {
    if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= 1)
      this.#nowhere.postMessage(null, [buffer]);
  }

  close(): void {
    this.#nowhere.close();
  }
}
