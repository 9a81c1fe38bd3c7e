import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { FaultSettings } from "../../service/index.ts";
import { expectCopyEqualsCompany, makeRig } from "./support.ts";

const onlyPath = "/inventory/items";

/** The reason why each record is quarantined, by the record's identity. */
function quarantine(file: string): Readonly<Record<string, string>> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare("SELECT identity, reason FROM quarantine WHERE resource = 'items'").all();
    return Object.fromEntries(
      (rows as { identity: string; reason: string }[]).map(({ identity, reason }) => [
        identity.replace(/^(sha256):.*/, "$1"),
        reason,
      ]),
    );
  } finally {
    database.close();
  }
}

describe("a malformed record", () => {
  it.each<[NonNullable<FaultSettings["malformedRecords"]>[number], string, RegExp]>([
    ["no_id", "sha256", /^id: /],
    ["numeric_id", "sha256", /^id: /],
    ["null", "sha256", /^record: not an object/],
    ["wrong_types", "id:malformed_wrong_types", /^name: /],
    ["huge_name", "id:malformed_huge_name", /^name: /],
    ["proto", "id:malformed_proto", /^name: /],
  ])("a malformed record (%s) is quarantined once", async (kind, identity, reason) => {
    const rig = await makeRig({ items: 8, faults: { malformedRecords: [kind], onlyPath } });
    expect((await rig.pass({ pageSize: 60 })).tallies.items).toEqual({
      seen: 8,
      written: 8,
      quarantined: 1,
      changes: 0,
    });
    expect(rig.service.requests.total).toBe(3);
    expect(quarantine(rig.file)).toEqual({ [identity]: expect.stringMatching(reason) });
    await expectCopyEqualsCompany(rig);
    expect((await rig.facts()).mark).not.toBeNull();
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();

    // An incremental pass and a full pass list the record again, and it is still quarantined once.
    for (const mode of ["incremental", "full"] as const) {
      await rig.pass({ mode, pageSize: 60 });
      expect((await rig.store.writer.describe()).quarantined).toBe(1);
    }
    // The records are repaired. A record that an incremental pass does not list stays quarantined until the
    // next full pass.
    rig.service.setFaults({ malformedRecords: [] });
    await rig.pass({ pageSize: 60 });
    expect((await rig.store.writer.describe()).quarantined).toBe(1);
    await rig.pass({ mode: "full", pageSize: 60 });
    expect((await rig.store.writer.describe()).quarantined).toBe(0);
    await expectCopyEqualsCompany(rig);
  });

  it("a malformed version of a known item keeps the row unchanged", async () => {
    const rig = await makeRig({ items: 8 });
    rig.service.company.upsertItem({ id: "malformed_wrong_types", name: "Whole" });
    await rig.pass();
    rig.service.setFaults({ malformedRecords: ["wrong_types"], onlyPath });
    // Both versions are on one page, the broken version first. The valid version takes the record out of
    // quarantine.
    expect((await rig.pass({ mode: "full" })).tallies.items).toMatchObject({ seen: 9, quarantined: 1 });
    expect((await rig.store.writer.describe()).quarantined).toBe(0);
    rig.service.setFaults({ malformedRecords: [] });
    rig.service.company.upsertItem({ id: "malformed_wrong_types", name: "Whole again" });
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });

  it("many malformed records of all kinds affect no other record", async () => {
    const rig = await makeRig({ faults: { malformedChance: 0.4, onlyPath } });
    const { tallies } = await rig.pass({ pageSize: 7 });
    expect(tallies.items.seen).toBeLessThan(120);
    // Two malformed records with the same text count as one.
    expect(tallies.items.seen + tallies.items.quarantined).toBeLessThanOrEqual(120);
    rig.service.setFaults({ malformedChance: 0 });
    await rig.pass({ mode: "full" });
    expect((await rig.store.writer.describe()).quarantined).toBe(0);
    await expectCopyEqualsCompany(rig);
  });
});
