import { describe, expect, it } from "vitest";
import { problemOf, problemWords } from "../../../../../renderer/shell/freshness/problem-words.ts";
import { STORE_REASONS, type AppError } from "../../../../../shared/domain/errors.ts";
import { BLANK_STATUS } from "../../../../../electron/sync/status-store.ts";

const PROTOCOL: AppError = {
  kind: "protocol",
  message: "The pages go round in a circle.",
  requestId: "req_1",
};
const WHOLE = { ...BLANK_STATUS, firstPullComplete: true };

describe("what needs somebody", () => {
  it("is an answer that is not the API's, or trouble with local data", () => {
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

  it("is left to the first pull's own banner until that is whole", () => {
    expect(problemOf({ ...BLANK_STATUS, error: PROTOCOL })).toBeNull();
  });
});

describe("a problem in words", () => {
  it("names the request id only where there is one to copy", () => {
    const { requestId: _requestId, ...without } = PROTOCOL;
    expect(problemWords(PROTOCOL).text).toMatch(
      /^The pages go round in a circle\. .+ and report the request id\.$/,
    );
    expect(problemWords(without).text).toMatch(/stands in between\.$/);
  });

  it("says of every trouble with local data what to do, what stays, and that it is tried again", () => {
    const texts = STORE_REASONS.map((reason) => problemWords({ kind: "store", reason, message: "" }).text);
    expect(new Set(texts).size).toBe(STORE_REASONS.length);
    for (const text of texts)
      expect(text).toMatch(/^\S.+\. .*stays readable.+tries again at the next refresh\.$/);
  });
});
