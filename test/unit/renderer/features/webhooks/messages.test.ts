import { describe, expect, it } from "vitest";
import { BLANK_STATUS } from "../../../../../electron/sync/status-store.ts";
import { freshnessSentence, liveSentence } from "../../../../../renderer/table/freshness/messages.ts";
import { refusedSentence } from "../../../../../renderer/features/webhooks/messages.ts";
import { triedSentence } from "../../../../../renderer/features/webhooks/settings/messages.ts";
import type { Live } from "../../../../../shared/inventory/status.ts";

const NOW = Date.parse("2026-03-01T10:42:14Z");
const live = (state: Live["state"], confirmedAt: string | null = null): Live => ({
  state,
  confirmedAt,
});

describe("the sentence about live events", () => {
  it.each([
    [null, ""],
    [live("live"), "Live, no event yet"],
    [live("live", "2026-03-01T10:42:10Z"), "Live, confirmed 4 s ago"],
    // The page's clock may lag behind.
    [live("live", "2026-03-01T10:42:20Z"), "Live, confirmed 0 s ago"],
    [live("connecting"), "Connecting to live events"],
    [live("failed", "2026-03-01T10:42:10Z"), "No live events"],
    [live("refused"), "No live events"],
  ])("liveSentence describes the state %j as %j", (state, sentence) =>
    expect(liveSentence(state, NOW)).toBe(sentence),
  );

  it("the status bar joins the sentence about live events and the completeness of the copy", () => {
    const status = { ...BLANK_STATUS, live: live("live", "2026-03-01T10:42:10Z") };
    expect(freshnessSentence(status, NOW)).toBe("Live, confirmed 4 s ago; not complete yet");
    expect(freshnessSentence(BLANK_STATUS, NOW)).toBe("Not complete yet");
  });
});

describe("the texts about webhooks", () => {
  it("refusedSentence gives the reasons why deliveries were refused", () => {
    expect(refusedSentence({})).toBe("None");
    expect(refusedSentence({ bad_signature: 3, repeated: 1, too_large: 0 })).toBe(
      "3 with a wrong signature, 1 repeated",
    );
  });

  it.each([
    [
      { verifies: true, problem: null, missing: [], isTimely: true },
      "Fits. Start the relay with --preset hmac-body.",
    ],
    [
      { verifies: true, problem: null, missing: [], isTimely: null },
      "Fits. Start the relay with --preset hmac-body.",
    ],
    [
      { verifies: true, problem: null, missing: [], isTimely: false },
      "Fits. Start the relay with --preset hmac-body. (It was signed some time ago.)",
    ],
    [{ verifies: false, problem: "bad_signature", missing: [], isTimely: null }, "Does not fit."],
    [
      { verifies: false, problem: "missing_headers", missing: ["x-a", "x-b"], isTimely: null },
      "Does not fit: no header x-a, x-b.",
    ],
    [
      { verifies: false, problem: "bad_secret", missing: [], isTimely: null },
      "The secret cannot be one of this kind.",
    ],
  ] as const)("triedSentence describes the result of a tried scheme: %j", (tried, sentence) =>
    expect(triedSentence({ name: "hmac-body", ...tried, missing: [...tried.missing] })).toBe(sentence),
  );
});
