import { describe, expect, it } from "vitest";
import type { SyncStatus } from "../../../../../shared/inventory/status.ts";
import {
  budgetSentence,
  completenessSentence,
  daysSentence,
  freshnessSentence,
  fullCheckSentence,
  firstPullSentence,
  nextSentence,
  skewSentence,
  stalenessSentence,
  unseenSentence,
  unverifiedSentence,
  verificationSentence,
} from "../../../../../renderer/inventory/freshness/messages.ts";
import { at, clock, NOW, PASS, STATUS } from "../../../../helpers/sync-status.ts";

describe("freshness messages", () => {
  it("the freshness messages say how complete the rows are and when the next refresh is", () => {
    expect(completenessSentence(STATUS, NOW)).toBe(`Complete as of ${clock(-10)}`);
    expect(nextSentence(STATUS, NOW)).toBe("next refresh in 35 s");
    expect(nextSentence({ ...STATUS, nextPassAt: at(-1) }, NOW)).toBe("next refresh now");
    expect(nextSentence({ ...STATUS, nextPassAt: null }, NOW)).toBe("");
  });

  it("the freshness message of data over a day old shows the date", () => {
    expect(completenessSentence({ ...STATUS, completeAsOf: at(-200_000) }, NOW)).toContain("2026");
    expect(completenessSentence({ ...STATUS, completeAsOf: null }, NOW)).toBe("Not complete yet");
  });

  it("the freshness message of a collector's copy shows two ages", () => {
    const collector = {
      epoch: "5f0a",
      number: 12,
      completeAsOf: at(-10),
      reachedAt: at(-8),
      error: null,
      stream: "live" as const,
    };
    const followed: SyncStatus = { ...STATUS, collector };
    expect(freshnessSentence(followed, NOW)).toBe(
      `Collector complete as of ${clock(-10)} · here ${clock(-8)}`,
    );
    const away = { ...followed, state: "offline" as const };
    expect(freshnessSentence(away, NOW)).toBe(
      `Collector away since ${clock(-8)} · complete as of ${clock(-10)}`,
    );
    const lost = { ...followed, collector: { ...collector, completeAsOf: at(-600), error: "network" } };
    expect(freshnessSentence(lost, NOW)).toBe(
      `Collector does not reach the service · Collector complete as of ${clock(-600)} (10 min ago) · here ${clock(-8)}`,
    );
    const broken = { ...followed, collector: { ...collector, error: "server" } };
    expect(freshnessSentence(broken, NOW)).toContain("Collector’s last refresh failed · ");
    const empty = { ...followed, collector: { ...collector, completeAsOf: null } };
    expect(freshnessSentence(empty, NOW)).toBe("Collector not complete yet");
  });

  it("the freshness message describes a wait instead of the pass", () => {
    const waiting: SyncStatus = { ...STATUS, state: "rate_limited", pass: PASS, waitUntil: at(95) };
    expect(nextSentence(waiting, NOW)).toBe(`rate-limited until ${clock(95)} (1 min 35 s)`);
    expect(nextSentence({ ...waiting, state: "retrying", waitUntil: at(4) }, NOW)).toBe(
      "trying again in 4 s",
    );
    expect(nextSentence({ ...STATUS, state: "asleep", nextPassAt: null }, NOW)).toBe(
      "nothing is sent while the computer sleeps; one refresh follows when it wakes",
    );
    expect(nextSentence({ ...waiting, state: "syncing" }, NOW)).toBe("items: 14 pages, 3,250 rows");
  });

  it("the first pull's message counts pages and rows without a percentage", () => {
    const sentence = firstPullSentence({ ...STATUS, pass: PASS });
    expect(sentence).toContain("14 pages so far: 3,250 items, 60 material types and 1 location");
    expect(sentence).not.toContain("%");
    expect(firstPullSentence(STATUS)).toBe(
      "3,250 items, 60 material types and 1 location have arrived so far.",
    );
  });

  it("the age of data is measured by the service's clock", () => {
    const ahead: SyncStatus = { ...STATUS, completeAsOf: at(600), clockSkewMs: 900_000 };
    expect(completenessSentence(ahead, NOW)).toContain("(5 min ago)");
    expect(skewSentence(ahead)).toBe("The service’s clock is 15 min ahead of this computer’s");
    expect(skewSentence({ ...STATUS, clockSkewMs: -180_000 })).toBe(
      "The service’s clock is 3 min behind this computer’s",
    );
    expect(skewSentence({ ...STATUS, clockSkewMs: 120_000 })).toBe("");
  });

  it("the freshness messages mark rows as stale after three missed refreshes", () => {
    const stale: SyncStatus = { ...STATUS, lastPassAt: at(-200), staleAt: at(-20) };
    expect(stalenessSentence(stale, NOW)).toBe(
      "stale: the last complete refresh was 3 min ago; three were missed",
    );
    expect(stalenessSentence({ ...stale, staleAt: at(1) }, NOW)).toBe("");
    expect(stalenessSentence({ ...stale, staleAt: null }, NOW)).toBe("");
  });

  it("the freshness messages report the last full check, unchecked rows and requests", () => {
    expect(fullCheckSentence(STATUS, NOW)).toBe("No full check yet");
    const checked: SyncStatus = {
      ...STATUS,
      lastFullCheckAt: at(-60),
      unverified: 1,
      hidden: { items: 2, types: 0, locations: 1 },
    };
    expect(fullCheckSentence(checked, NOW)).toBe(`Last full check ${clock(-60)}`);
    expect(unseenSentence(STATUS)).toBe("");
    expect(unseenSentence(checked)).toBe("1 missing row still to be checked · 3 rows no longer returned");
    expect(unverifiedSentence(checked)).toBe(
      "1 row still to be checked one by one, up to 250 with each refresh",
    );
    expect(unverifiedSentence(STATUS)).toBe("All rows checked");
    expect(budgetSentence(STATUS)).toBe("");
    const quick = { requestsLastHour: 0, spacingMs: 333, foreignUse: false, nextCost: 1 };
    expect(budgetSentence({ ...STATUS, budget: quick })).toContain("333 ms apart after a 429");
    const budget = { requestsLastHour: 61, spacingMs: 2_000, foreignUse: false, nextCost: 3 };
    expect(budgetSentence({ ...STATUS, budget })).toBe(
      "61 requests in the last hour · the next refresh costs about 3, 2 s apart after a 429",
    );
  });
});

it("a failed verification is reported with its reason", () => {
  const status = { ...STATUS, unverified: 20 };
  expect(verificationSentence(status)).toBe("");
  const verificationProblem = {
    kind: "network",
    reason: "intermediary",
    message: "A proxy answered.",
  } as const;
  expect(verificationSentence({ ...status, verificationProblem })).toBe(
    "20 missing rows could not be checked: A proxy answered. They are kept and checked later.",
  );
});

it("a failure to read counted days is reported with its reason", () => {
  expect(daysSentence(STATUS)).toBe("");
  const daysProblem = { kind: "protocol", message: "The answer is not one of a collector." } as const;
  expect(daysSentence({ ...STATUS, daysProblem })).toBe(
    "The collector’s counted days could not be read: The answer is not one of a collector. Items are up to date; past days, charts and consumption may lack the latest. The next refresh asks again.",
  );
});
