import { describe, expect, it } from "vitest";
import { problemMessage } from "../../../../../renderer/shell/freshness/messages.ts";
import { problemOf } from "../../../../../renderer/shell/freshness/problem.ts";
import { STORE_REASONS } from "../../../../../shared/base/error-kinds.ts";
import { type AppError } from "../../../../../shared/base/errors.ts";
import { BLANK_STATUS } from "../../../../../electron/sync/status-store.ts";

const PROTOCOL: AppError = {
  kind: "protocol",
  message: "The pages go round in a circle.",
  requestId: "req_1",
};
const WHOLE = { ...BLANK_STATUS, firstPullComplete: true };

describe("problemOf", () => {
  it("the banner reports an answer that is not the API's and a problem with local data, but no other error", () => {
    const kinds = [
      "protocol",
      "store",
      "server",
      "network",
      "unauthorized",
      "rate_limited",
      "internal",
    ] as const;
    const shown = kinds.filter((kind) => problemOf({ ...WHOLE, error: { kind, message: "" } }) !== null);
    expect(shown).toEqual(["protocol", "store"]);
    expect(problemOf(WHOLE)).toBeNull();
  });

  it("the banner about problems does not report failures of the first pull, which have their own banner", () => {
    expect(problemOf({ ...BLANK_STATUS, error: PROTOCOL })).toBeNull();
  });
});

describe("problemMessage", () => {
  it("a message about a problem mentions the request id only if the error has a request id", () => {
    const { requestId: _requestId, ...without } = PROTOCOL;
    expect(problemMessage(PROTOCOL).text).toMatch(
      /^The pages go round in a circle\. .+ and report the request id\.$/,
    );
    expect(problemMessage(without).text).toMatch(/stands in between\.$/);
  });

  it("each message about local data states what to do, what stays readable and that a retry follows", () => {
    const texts = STORE_REASONS.map((reason) => problemMessage({ kind: "store", reason, message: "" }).text);
    expect(new Set(texts).size).toBe(STORE_REASONS.length);
    for (const text of texts)
      expect(text).toMatch(/^\S.+\. .*stays readable.+tries again at the next refresh\.$/);
  });
});
