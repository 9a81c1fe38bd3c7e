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

describe("problemOf()", () => {
  it("the banner reports only a foreign response or a problem of the local data", () => {
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

  it("the banner does not report first-pull failures, which have their own banner", () => {
    expect(problemOf({ ...BLANK_STATUS, error: PROTOCOL })).toBeNull();
  });
});

describe("problemMessage()", () => {
  it("a problem's message mentions the request id if there is one", () => {
    const { requestId: _requestId, ...without } = PROTOCOL;
    expect(problemMessage(PROTOCOL).text).toMatch(
      /^The pages go round in a circle\. .+ and report the request id\.$/,
    );
    expect(problemMessage(without).text).toMatch(/stands in between\.$/);
  });

  it("each message about local data says what to do and what stays readable", () => {
    const texts = STORE_REASONS.map((reason) => problemMessage({ kind: "store", reason, message: "" }).text);
    expect(new Set(texts).size).toBe(STORE_REASONS.length);
    for (const text of texts)
      expect(text).toMatch(/^\S.+\. .*stays readable.+tries again at the next refresh\.$/);
  });
});
