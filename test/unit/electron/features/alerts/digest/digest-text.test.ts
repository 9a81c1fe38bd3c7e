import { expect, it } from "vitest";
import { digestOf } from "../../../../../../electron/features/alerts/digest/digest-text.ts";
import type { Alert } from "../../../../../../shared/features/alerts/alerts.ts";

const SINCE = Date.parse("2026-11-23T17:00:00Z");
const ALERT: Alert = {
  id: 1,
  ruleId: "low",
  ruleName: "Low stock",
  kind: "low",
  resource: "types",
  subjectId: "type-1",
  subjectName: "PET film 12",
  state: "firing",
  since: "2026-11-20T08:00:00Z",
  firedAt: "2026-11-20T08:00:00Z",
  readAt: null,
  snoozedUntil: null,
  resolvedAt: null,
  missed: false,
  detail: { kind: "stock", available: 2, below: 5, measure: "items" },
};
const later = (part: Partial<Alert>): Alert => ({ ...ALERT, firedAt: "2026-11-24T08:00:00Z", ...part });

it("a digest lists the active alerts by rule and marks new alerts", () => {
  const alerts = [
    ALERT,
    later({ subjectName: "PVC film", state: "acknowledged" }),
    later({
      ruleId: "much",
      ruleName: "Too much",
      subjectName: "Hall 1",
      detail: {
        kind: "amount",
        measure: "count",
        direction: "above",
        before: 3,
        now: 1_200,
        threshold: 1_000,
      },
    }),
  ];
  const active = { alerts, total: 3, fresh: 2, completeAsOf: "2026-11-24T09:00:00Z" };
  const { subject, text } = digestOf("Plant", active, SINCE);
  expect(subject).toBe("Alerts of Plant: 3 active alerts, 2 new");
  expect(text).toMatch(/^3 active alerts, 2 new since November 23, 2026 at 5:00 PM UTC\.\n/);
  expect(text).toMatch(
    /\nLow stock\n {2}- PET film 12: 2 items available; low below 5 items, since November 20, 2026/,
  );
  expect(text).not.toMatch(/PET film 12.*new/);
  expect(text).toMatch(/PVC film: .*, since .*, acknowledged, new\n/);
  expect(text).toMatch(/\nToo much\n {2}- Hall 1: Rows 3 → 1,200, above 1,000, since .*, new\n/);
  expect(text).toMatch(/Data complete as of: November 24, 2026/);
});

it("names from the service are escaped, single-line and limited in length", () => {
  const name = `<img src=x onerror="alert(1)">&'\r\n\r\nBcc: eve@example.com ${"long ".repeat(100)}`;
  const alerts = [later({ subjectName: name, ruleName: "<b>rule</b>" })];
  const { subject, text, html } = digestOf(
    "<Plant>\r\nX: y",
    { alerts, total: 1, fresh: 1, completeAsOf: null },
    SINCE,
  );
  expect(html).not.toMatch(/<img|<b>|<Plant>/);
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39; Bcc: eve@example.com");
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text.split("\n").every((line) => line.length < 250)).toBe(true);
});

it("a digest with too many alerts says how many alerts it leaves out", () => {
  const none = digestOf("Plant", { alerts: [], total: 0, fresh: 0, completeAsOf: null }, SINCE);
  expect(none.subject).toBe("Alerts of Plant: none active");
  expect(none.text).toContain("No alert is active.");
  expect(none.text).toContain("Data complete as of: not known");
  const many = digestOf("Plant", { alerts: [ALERT], total: 1_234, fresh: 1_200, completeAsOf: null }, SINCE);
  expect(many.subject).toContain("1,234 active alerts, 1,200 new");
  expect(many.text).toContain("and 1,233 more");
});

it.each<[Alert["detail"], string]>([
  [
    { kind: "out", days: 34.7, limit: 30, why: { kind: "fixed", for: "all" } },
    ": Out for 34 days; the limit for all types is 30",
  ],
  [
    { kind: "stock", available: 12.5, below: 40, measure: "length" },
    ": 12.5 (length) available; low below 40 (length)",
  ],
  [
    { kind: "stock", available: null, below: 40, measure: "weight" },
    ": Unknown how much is available; low below 40 (weight)",
  ],
  [{ kind: "count", reason: "began", count: 1_200 }, ": 1,200 matched when the rule began"],
  [{ kind: "stale", since: null }, ": No refresh has been complete yet"],
  [{ kind: "changed", fields: {}, presence: "gone" }, ": No longer returned by the service"],
  [{ kind: "changed", fields: { name: { old: "a", new: "b" } }, presence: null }, ""],
])("a digest gives an alert's reason: %j", (detail, reason) => {
  const active = { alerts: [{ ...ALERT, detail }], total: 1, fresh: 0, completeAsOf: null };
  expect(digestOf("Plant", active, SINCE).text).toContain(`- PET film 12${reason}, since November 20, 2026`);
});

it("a digest describes alerts about the whole copy", () => {
  const whole = { ...ALERT, subjectId: "", subjectName: "", resource: null };
  const alerts: Alert[] = [
    { ...whole, kind: "mail", detail: { kind: "mail", unsent: 2 } },
    { ...whole, kind: "key", detail: { kind: "key", error: "forbidden" } },
  ];
  const { text } = digestOf("Plant", { alerts, total: 2, fresh: 0, completeAsOf: null }, SINCE);
  expect(text).toContain("- Mail: 2 messages not sent. See Scheduled exports,");
  expect(text).toContain("- The API key, since November 20, 2026");
});
