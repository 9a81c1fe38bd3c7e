import { expect, it } from "vitest";
import { ApiClient } from "../../../../electron/client/api-client.ts";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";

const KEY = "sk_live_0123456789abcdef";

it("an error about a position in a response contains no key", async () => {
  const client = new ApiClient({
    baseUrl: "https://api.example",
    key: KEY,
    fetch: () =>
      Promise.resolve(
        new Response(`{"data": {"${KEY}": tru}}`, {
          headers: { "content-type": "application/json" },
        }),
      ),
    clock: fakeClock(),
  });
  const thrown = await client
    .getRecord("items", "i-1", { priority: "user" })
    .catch((error: unknown) => error);
  if (!(thrown instanceof AppFailure)) throw new Error("the answer was accepted");
  expect(thrown.error.message).toContain("at data.[API key] (character ");
  expect(thrown.error.text).toMatchObject({ key: "client.answers.faultAt" });
  expect(JSON.stringify(thrown.error)).not.toContain(KEY);
});
