// @module-tag whole
import { expect, it } from "vitest";
import { between, mulberry32 } from "../../../electron/sample-service/prng.ts";
import type { RecordOf } from "../../../shared/contract/documents.ts";
import { serve } from "../sample-service/support.ts";
import { collect } from "../collector/support.ts";
import { joinTeam, CONNECTION_ID, type TeamMember } from "./support.ts";

/** The issue requires 50 writers with 1,000 edits each: STOCKDECK_TEAM_WRITERS=50, …_EDITS=1000. */
const [WRITERS, EDITS] = [
  Number(process.env["STOCKDECK_TEAM_WRITERS"] ?? 6),
  Number(process.env["STOCKDECK_TEAM_EDITS"] ?? 60),
];
/** Records that all writers edit. */
const COMMON = 5;

type Threshold = RecordOf<"thresholds">;

const exchangeIfItCan = (member: TeamMember): Promise<void> => member.exchange().catch(() => {});

it(
  `${WRITERS} writers with ${EDITS} edits each, half of them offline, lose no edit`,
  { timeout: 60_000 + WRITERS * EDITS * 100 },
  async () => {
    const random = mulberry32(20_261_127);
    const shared = await collect(await serve({ items: 3 }));
    const members: TeamMember[] = [];
    for (let at = 0; at < WRITERS; at += 1)
      members.push(
        await joinTeam(shared, {
          label: `Writer ${at}`,
          shares: ["thresholds"],
          losesAnswer: () => random() < 0.1,
        }),
      );
    /** The last edit of each record that only one writer edits. */
    const last = new Map<string, Threshold | null>();
    const values = new Map<string, Set<number>>();
    for (let round = 0; round < EDITS; round += 1)
      for (const [at, member] of members.entries()) {
        if (random() < 0.1) member.isOnline = !member.isOnline;
        const isCommon = random() < 0.3;
        const id = isCommon ? `common ${between(random, 1, COMMON)}` : `${at} ${between(random, 1, 20)}`;
        const isDeleted = random() < 0.1;
        const below = 1 + round * WRITERS + at;
        const value: Threshold | null = isDeleted ? null : { measure: "items", below };
        await member.save("thresholds", id, value);
        if (isCommon) values.set(id, (values.get(id) ?? new Set()).add(isDeleted ? 0 : below));
        else last.set(id, value);
        if (random() < 0.2) await exchangeIfItCan(member);
      }
    for (const member of members) member.isOnline = true;
    // After a lost answer, the writer tries again.
    for (const member of members)
      while ((await member.team.summary(CONNECTION_ID)).waiting > 0) await exchangeIfItCan(member);
    for (const member of members) await member.exchange();
    const [first, ...others] = await Promise.all(members.map((member) => member.read("thresholds")));
    if (!first) throw new Error("no writer");
    for (const other of others) expect(other).toEqual(first);
    for (const [id, value] of last) expect([id, first[id] ?? null]).toEqual([id, value]);
    for (const [id, seen] of values) expect([...seen]).toContain(first[id]?.below ?? 0);
    // All writers see the same values that lost, and each value was entered by a writer.
    const lists = await Promise.all(
      members.map(async ({ team }) => (await team.summary(CONNECTION_ID)).lost),
    );
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect(lists[0]?.length).toBeGreaterThan(0);
    for (const { id, value } of lists[0] ?? []) {
      const entered = value === null ? 0 : (JSON.parse(value) as Threshold).below;
      expect([...(values.get(id) ?? [])]).toContain(entered);
    }
  },
);
