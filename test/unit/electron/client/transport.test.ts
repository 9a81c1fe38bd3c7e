import { expect, it } from "vitest";
import { DEFAULT_TRANSPORT, exchange, type HttpAnswer } from "../../../../electron/client/transport.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

it("a response is refused and cancelled if its Content-Length is too large", async () => {
  let isFree = false;
  const answer: HttpAnswer = {
    status: 200,
    headers: { get: (name) => (name === "content-length" ? String(33 * 1024 * 1024) : null) },
    body: {
      cancel: async () => {
        await new Promise(setImmediate);
        isFree = true;
      },
      getReader: () => {
        throw new Error("The body is not read.");
      },
    },
  };
  const options = { ...DEFAULT_TRANSPORT, clock: virtualClock(), fetch: async () => answer };
  const refused = exchange("https://api.example.com", null, options).catch((error: unknown) => ({
    error,
    isFree,
  }));
  expect(await refused).toMatchObject({
    error: { error: { kind: "protocol", message: expect.stringContaining("larger than 32 MB") } },
    isFree: true,
  });
});
