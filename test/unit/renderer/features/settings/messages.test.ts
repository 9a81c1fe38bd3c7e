import { describe, expect, it } from "vitest";
import { keptSentence } from "../../../../../renderer/features/settings/messages.ts";
import { at, NOW } from "../../../../helpers/sync-status.ts";

const DAY = 86_400;
const limits = { historyDays: 180, historyChanges: 200_000 };

describe("the sentence about kept history", () => {
  it("the settings show how many changes are kept, and since when", () => {
    const sentence = keptSentence({ changes: 1_234, since: at(-40 * DAY), isFull: false }, limits, NOW);
    expect(sentence).toMatch(/^Kept now: 1,234 changes, since .+ \(40 d\)\. The stock/);
    expect(keptSentence({ changes: 0, since: null, isFull: false }, limits, NOW)).toMatch(/^No change/);
  });

  it("the settings name the maximum number of changes if that number was reached first", () => {
    const kept = { changes: 200_000, since: at(-40 * DAY), isFull: false };
    expect(keptSentence(kept, limits, NOW)).toContain("because 200,000 changes are the limit");
    const asLong = { ...kept, since: at(-180 * DAY) };
    expect(keptSentence(asLong, limits, NOW)).not.toContain("limit");
  });

  it("the settings name the maximum size of changes if that size was reached first", () => {
    const kept = { changes: 90_000, since: at(-9 * DAY), isFull: true };
    expect(keptSentence(kept, limits, NOW)).toContain("because changes may take 256 MB");
  });
});
