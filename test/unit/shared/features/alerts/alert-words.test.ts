import { expect, it, test } from "vitest";
import { ALERT_KINDS, WATCH_KINDS } from "../../../../../shared/features/alerts/alert-kinds.ts";
import { noticeOf, titleOf } from "../../../../../shared/features/alerts/alert-words.ts";
import type { Watch } from "../../../../../shared/features/alerts/alerts.ts";

const viewId = "6f0f3d0a-8f7e-4c1b-9a51-3a4f0d6c2b11";

test.each<[Watch, string | null]>([
  [{ kind: "stale", hours: 4 }, "No refresh has succeeded for 4 hours."],
  [{ kind: "key" }, "The API key no longer works. Stockdeck cannot refresh."],
  [
    { kind: "mail" },
    "A message was not sent, or may not have been. Settings, Scheduled exports or Digest of alerts, says why.",
  ],
  [{ kind: "low", typeId: null }, null],
  [{ kind: "view", viewId, event: "enters" }, null],
])("a notification mentions only the subject of its own rule: %j", (watch, text) => {
  expect(noticeOf(watch)).toBe(text);
});

it("every kind of alert about the whole copy has its own title", () => {
  const ofCopy = WATCH_KINDS.map((kind) => ALERT_KINDS[kind]).flatMap((kind) =>
    kind.about === "copy" ? [kind] : [],
  );
  expect(new Set(ofCopy.map(({ title }) => title)).size).toBe(ofCopy.length);
});

it("an alert's title is the name of the alert's subject, or the best substitute", () => {
  const alert = { kind: "record", subjectName: "", subjectId: "", ruleName: "Rule" } as const;
  expect(titleOf({ ...alert, subjectName: "Film", subjectId: "t-1" })).toBe("Film");
  expect(titleOf({ ...alert, subjectId: "t-1" })).toBe("t-1");
  expect(titleOf(alert)).toBe("Rule");
  expect(titleOf({ ...alert, kind: "mail" })).toBe("Mail");
});
