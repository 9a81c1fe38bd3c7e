import type { WebSocket } from "ws";
import { z } from "zod";
import type { AppCore } from "../app/app-core.ts";
import {
  AppFailure,
  fail,
  invalidInput,
  succeed,
  toAppError,
  type Result,
} from "../../shared/domain/errors.ts";
import { profileIdSchema } from "../../shared/domain/profiles.ts";
import { parseJson } from "../../shared/text/parse-json.ts";

/** What a page says of a file before its bytes. */
const headSchema = z.strictObject({
  profileId: profileIdSchema,
  name: z.string().min(1).max(1_000),
  /** When it was written last, ISO 8601. */
  writtenAt: z.iso.datetime(),
});

/** Bytes that wait for the disk before the page is asked to wait. */
const MAX_BUFFERED = 4 * 1024 * 1024;

/**
 * Takes one file that a page wants compared, over a socket of its own: what it is, its bytes piece by piece, and the
 * word "end". Answers the comparison's id as a `Result`. Nothing of it is ever whole in memory.
 */
export function receiveFile(core: AppCore, client: WebSocket): void {
  const pieces = new Pieces(client);
  client.on("error", () => client.terminate());
  const answer = async (): Promise<Result<{ id: string }>> => {
    try {
      const head = headSchema.safeParse(parseJson(await pieces.head));
      if (!head.success) throw invalidInput("The file was not handed over as agreed.");
      const { profileId, name, writtenAt } = head.data;
      return succeed({ id: await core.comparisons.receive(profileId, name, writtenAt, pieces.bytes()) });
    } catch (thrown) {
      return fail(toAppError(thrown));
    }
  };
  const serve = async (): Promise<void> => {
    const result = await answer();
    client.resume();
    client.send(JSON.stringify(result));
    client.close();
  };
  void serve();
}

/** The messages of a socket as a head and then bytes, the page held back while the disk is busy. */
class Pieces {
  readonly head: Promise<string>;
  readonly #client: WebSocket;
  readonly #waiting: Buffer[] = [];
  #size = 0;
  #state: "open" | "ended" | "lost" = "open";
  #wake: () => void = () => {};

  constructor(client: WebSocket) {
    this.#client = client;
    let takeHead: ((text: string) => void) | null = null;
    this.head = new Promise((resolve) => {
      takeHead = resolve;
    });
    client.on("message", (data: Buffer, isBinary) => {
      if (isBinary) {
        this.#waiting.push(data);
        this.#size += data.length;
        if (this.#size > MAX_BUFFERED) client.pause();
      } else if (takeHead) {
        takeHead(data.toString("utf8"));
        takeHead = null;
      } else if (this.#state === "open") this.#state = "ended";
      this.#wake();
    });
    client.on("close", () => {
      if (this.#state === "open") this.#state = "lost";
      takeHead?.("");
      this.#wake();
    });
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece) {
        this.#size -= piece.length;
        if (this.#size <= MAX_BUFFERED) this.#client.resume();
        yield piece;
      } else if (this.#state === "ended") {
        return;
      } else if (this.#state === "lost") {
        throw new AppFailure({ kind: "network", reason: "reset", message: "The file did not arrive whole." });
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
