import { expect, it } from "vitest";
import {
  APPLY_TEAM_ACTIONS,
  CHANGE_ALERTS,
  FINISH_EVALUATION,
  MERGE_TEAM_ALERTS,
  READ_ALERTS,
  READ_TEAM_ALERTS,
} from "../../../../../../electron/features/alerts/evaluate/alert-tasks.ts";
import {
  teamAlertActionSchema,
  teamAlertSchema,
  type TeamAlert,
  type TeamAlertAction,
} from "../../../../../../shared/features/alerts/team-alerts.ts";
import { openStore } from "../../../store/support.ts";
import { TEAM_RULE, teamAlert } from "../support.ts";

const RULE = TEAM_RULE;
const OWN_RULE = "0f2c9a9e-2a0b-4c43-8f5e-0c9c2a1c4d11";
const NOW = Date.parse("2026-06-15T12:00:00Z");
const HOUR = 3_600_000;

const alert = (subject: string, more: Partial<TeamAlert> = {}): TeamAlert =>
  teamAlert(subject, { since: NOW - 10, firedAt: NOW - 10, ...more });

const actionOn = (
  { ruleId, subject, since, firedAt }: TeamAlert,
  action: TeamAlertAction["action"],
): TeamAlertAction => ({ ruleId, subject, since, firedAt, action });

/** A copy that merges the alerts of a team. */
async function copyOfTeam() {
  const store = await openStore();
  let now = NOW;
  const merge = (alerts: readonly TeamAlert[], actions: readonly TeamAlertAction[] = [], rule = RULE) => {
    now += 1_000;
    const rules = [rule];
    const team = { alerts, actions, rules, allRules: [RULE, OWN_RULE], now };
    const merged = store.write(MERGE_TEAM_ALERTS, { ...team, copies: "all" });
    return [...(merged?.fired.get(rule) ?? [])].map(({ id }) => id);
  };
  const listed = () => {
    const input = { filter: "all", offset: 0, limit: 50, rules: [RULE, OWN_RULE] } as const;
    const { alerts } = store.read(READ_ALERTS, input);
    return alerts.map(
      ({ subjectId, state, readAt }) => `${subjectId} ${state}${readAt === null ? " unread" : ""}`,
    );
  };
  return { store, merge, listed };
}

it("a team alert fires once and ends with the collector's alert", async () => {
  const { store, merge, listed } = await copyOfTeam();
  expect(merge([alert("a")])).toEqual(["a"]);
  expect(listed()).toEqual(["a firing unread"]);
  expect(merge([alert("a")])).toEqual([]);
  store.write(CHANGE_ALERTS, { ids: null, action: { type: "read" }, rules: [RULE], now: NOW });
  merge([alert("a")]);
  expect(listed()).toEqual(["a firing"]);
  expect(merge([alert("a", { firedAt: NOW })])).toEqual(["a"]);
  expect(listed()).toEqual(["a firing unread"]);
  expect(merge([alert("a", { firedAt: NOW, state: "resolved", resolvedAt: NOW + 1 })])).toEqual([]);
  expect(listed()).toEqual(["a resolved"]);
  merge([]);
  expect(listed()).toEqual([]);
});

it("an old alert is listed, but not counted as new", async () => {
  const { merge, listed } = await copyOfTeam();
  const old = alert("a", { since: NOW - 13 * HOUR, firedAt: NOW - 13 * HOUR });
  expect(merge([old, alert("b", { isRead: true }), alert("c", { state: "acknowledged" })])).toEqual([]);
  expect(listed().toSorted()).toEqual(["a firing unread", "b firing", "c acknowledged"]);
});

it("a user's action on an alert applies at once", async () => {
  const { merge, listed } = await copyOfTeam();
  const [event, lasting] = [alert("e", { isEvent: true }), alert("l")];
  const actions = [actionOn(event, { type: "acknowledge" }), actionOn(lasting, { type: "acknowledge" })];
  expect(merge([event, lasting], actions)).toEqual([]);
  expect(listed().toSorted()).toEqual(["e resolved", "l acknowledged"]);
  expect(merge([event, { ...lasting, firedAt: NOW }], actions)).toEqual(["l"]);
  expect(listed().toSorted()).toEqual(["e resolved", "l firing unread"]);
});

it("alerts of the user's own rules and of unknown rules do not change", async () => {
  const { merge, listed } = await copyOfTeam();
  merge([alert("mine", { ruleId: OWN_RULE })], [], OWN_RULE);
  expect(merge([alert("other", { ruleId: "unknown" }), alert("team")])).toEqual(["team"]);
  expect(listed().toSorted()).toEqual(["mine firing unread", "team firing unread"]);
});

it("a rule with many alerts hides no alert of another rule", async () => {
  const { store, merge, listed } = await copyOfTeam();
  const ended = { state: "resolved", resolvedAt: NOW - 5 } as const;
  const own = alert("mine", { ruleId: OWN_RULE, ...ended, resolvedAt: NOW - HOUR });
  merge([own], [], OWN_RULE);
  const many = Array.from({ length: 1_200 }, (_, at) => alert(`a${at}`, ended));
  merge(many);
  const ids = { rules: [RULE, OWN_RULE], own: [OWN_RULE], watching: [OWN_RULE] };
  store.write(FINISH_EVALUATION, { ...ids, now: NOW });
  const counted = store.sql("SELECT ruleId, count(*) AS alerts FROM alerts GROUP BY ruleId ORDER BY alerts");
  expect(counted).toEqual([
    expect.objectContaining({ ruleId: OWN_RULE, alerts: 1 }),
    expect.objectContaining({ ruleId: RULE, alerts: 1_200 }),
  ]);
  const published = store.read(READ_TEAM_ALERTS, [RULE, OWN_RULE]);
  expect(published.filter(({ ruleId }) => ruleId === RULE)).toHaveLength(500);
  expect(published.filter(({ ruleId }) => ruleId === OWN_RULE)).toHaveLength(1);
  expect(listed()).toHaveLength(50);
});

it("an alert or action with an invalid time is unreadable", () => {
  const action = actionOn(alert("a"), { type: "snooze", until: NOW });
  expect(teamAlertActionSchema.safeParse(action).success).toBe(true);
  for (const until of [1.5, 9e15, -1])
    expect(teamAlertActionSchema.safeParse({ ...action, action: { type: "snooze", until } }).success).toBe(
      false,
    );
  expect(teamAlertSchema.safeParse(alert("a", { since: 9e15 })).success).toBe(false);
  expect(teamAlertSchema.safeParse(alert("a")).success).toBe(true);
});

it("the collector applies an action once, even if the collector reads the action twice", async () => {
  const { store, merge } = await copyOfTeam();
  const [event, lasting] = [alert("e", { isEvent: true }), alert("l")];
  merge([event, lasting]);
  const apply = (actions: readonly TeamAlertAction[]): unknown =>
    store.write(APPLY_TEAM_ACTIONS, { actions, rules: [RULE], now: NOW });
  const published = () =>
    store
      .read(READ_TEAM_ALERTS, [RULE])
      .map(({ subject, state, isRead, snoozedUntil }) => ({ subject, state, isRead, snoozedUntil }));
  const until = NOW + HOUR;
  const actions = [
    actionOn(event, { type: "acknowledge" }),
    actionOn(lasting, { type: "snooze", until }),
    actionOn(alert("l", { firedAt: 1 }), { type: "acknowledge" }),
  ];
  apply(actions);
  const wanted = [
    { subject: "l", state: "snoozed", isRead: true, snoozedUntil: until },
    { subject: "e", state: "resolved", isRead: true, snoozedUntil: null },
  ];
  expect(published()).toEqual(wanted);
  apply(actions);
  expect(published()).toEqual(wanted);
  apply([actionOn(lasting, { type: "unsnooze" })]);
  expect(published()[0]).toMatchObject({ subject: "l", state: "firing", snoozedUntil: null });
});
