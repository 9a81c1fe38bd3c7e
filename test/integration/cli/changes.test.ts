import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { makeUserStore } from "../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { companyRecords } from "../sync/support.ts";
import { CANARY, cli, serve, syncOf } from "./support.ts";

const linesOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the command `changes`", () => {
  it("`changes` prints one change per line, oldest first, filtered by time and type", async () => {
    const service = await serve();
    const folder = await temporaryFolder();
    await cli(syncOf(service, folder));
    expect(await cli(["changes", "--data-dir", folder])).toMatchObject({ code: 0, stdout: "" });

    const [item] = companyRecords(service, "items").filter(({ status }) => status === "available");
    const id = String(item?.["id"]);
    service.company.upsertItem({ id, status: "checked_out", checkedOutToUserId: "u-1", name: "Taken" });
    service.company.upsertItem({ id: "new", name: "Quite new", weight: 2.5 });
    const { json } = await cli(syncOf(service, folder));
    expect(json).toMatchObject({ ok: true, changes: 2 });

    const all = await cli(["changes", "--data-dir", folder]);
    expect(all.code).toBe(0);
    expect(all.stdout + all.stderr).not.toContain(CANARY);
    const lines = linesOf(all.stdout);
    expect(lines.map(({ type }) => String(type)).toSorted()).toEqual([
      "inventory.item.checked_out",
      "inventory.item.created",
    ]);
    const out = lines.find(({ type }) => type === "inventory.item.checked_out") as {
      observedAfter: string;
      observedBefore: string;
    };
    expect(out).toEqual({
      type: "inventory.item.checked_out",
      id,
      resource: "items",
      observedAfter: expect.stringMatching(/Z$/),
      observedBefore: expect.stringMatching(/Z$/),
      occurredAt: expect.stringMatching(/Z$/),
      fields: expect.objectContaining({
        status: { old: "available", new: "checked_out" },
        name: { old: item?.["name"], new: "Taken" },
        checkedOutToUserId: { old: null, new: "u-1" },
      }),
    });
    expect(Date.parse(out.observedAfter)).toBeLessThanOrEqual(Date.parse(out.observedBefore));

    const created = await cli(["changes", "--data-dir", folder, "--type", "inventory.item.created"]);
    expect(linesOf(created.stdout)).toMatchObject([
      { id: "new", fields: { weight: { old: null, new: 2.5 } } },
    ]);
    expect((await cli(["changes", "--data-dir", folder, "--type", "created"])).stdout).toBe(created.stdout);
    const later = new Date(Date.parse(out.observedBefore) + 60_000).toISOString();
    expect((await cli(["changes", "--data-dir", folder, "--since", later])).stdout).toBe("");
    expect(
      linesOf((await cli(["changes", "--data-dir", folder, "--since", out.observedBefore])).stdout).length,
    ).toBe(2);
  });

  it.each([
    [{}, 0],
    [{ historyDays: 3_650 }, 1],
  ])("changes are kept as long as the app's setting says (%j)", async (settings, kept) => {
    const service = await serve();
    const root = await temporaryFolder();
    const folder = path.join(root, "profiles", "one");
    const user = makeUserStore(path.join(root, "user.sqlite"));
    user.set("settings", JSON.stringify(settings));
    user.close();
    await cli(syncOf(service, folder));
    service.company.upsertItem({ id: "new", name: "Quite new" });
    await cli(syncOf(service, folder));
    const database = new DatabaseSync(path.join(folder, "inventory.sqlite"));
    database.exec("UPDATE changes SET observedBefore = observedBefore - 200 * 86400 * 1000000");
    database.close();
    expect(await cli(syncOf(service, folder))).toMatchObject({ code: 0 });
    const { stdout } = await cli(["changes", "--data-dir", folder]);
    expect(linesOf(stdout)).toHaveLength(kept);
  });

  it.each([
    [["--since", "yesterday"], /--since takes an ISO 8601 date-time/],
    [["--type", "eaten"], /--type takes one of inventory\.item\.created/],
    [["--type", "updated"], /--type takes one of/],
  ] as const)("`changes` refuses %j and explains the valid format", async (words, message) => {
    const { code, stderr, stdout } = await cli(["changes", "--data-dir", await temporaryFolder(), ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });

  it("`changes` fails with a local data error if the folder has no data", async () => {
    expect((await cli(["changes", "--data-dir", await temporaryFolder()])).code).toBe(7);
  });
});

describe("the command `sync --full`", () => {
  it("a full sync that would remove over 5 % of the rows keeps all rows and exits with 7", async () => {
    const service = await serve();
    const folder = await temporaryFolder();
    await cli(syncOf(service, folder));
    const ids = companyRecords(service, "items").map(({ id }) => String(id));
    for (const id of ids.slice(0, 20)) service.company.removeItem(id);
    service.company.upsertItem({ id: String(ids[30]), name: "Renamed" });
    service.company.upsertItem({ id: "itm_new", name: "New" });
    const before = await cli(["status", "--data-dir", folder]);

    const refused = await cli(syncOf(service, folder, "--full"));
    expect(refused.code).toBe(7);
    expect(refused.json).toMatchObject({ ok: false, error: { kind: "mass_removal" } });
    expect(refused.json.error.message).toMatch(/20 of 300 items.*another company.*--accept-removals/);
    const after = await cli(["status", "--data-dir", folder]);
    expect(after.json).toEqual({ ...before.json, sizes: after.json.sizes });
    expect(after.json.totals.items).toBe(300);

    const accepted = await cli(syncOf(service, folder, "--full", "--accept-removals"));
    expect(accepted.code).toBe(0);
    expect(accepted.json).toMatchObject({
      items: { total: 281 },
      noLongerReturned: { items: 20 },
      verified: 20,
    });
    const gone = await cli(["changes", "--data-dir", folder, "--type", "stockdeck.item.no_longer_returned"]);
    expect(
      linesOf(gone.stdout)
        .map(({ id }) => String(id))
        .toSorted(),
    ).toEqual(ids.slice(0, 20).toSorted());
  });

  it("a sync with another company's key changes nothing and exits with 7", async () => {
    const service = await serve();
    const folder = await temporaryFolder();
    await cli(syncOf(service, folder));
    const STOCKDECK_API_KEY = service.addKey({ company: "other" });
    for (const words of [[], ["--full"]]) {
      const { code, json } = await cli(syncOf(service, folder, ...words), { STOCKDECK_API_KEY });
      expect(code).toBe(7);
      expect(json).toMatchObject({ ok: false, error: { kind: "other_company" } });
    }
    const { json } = await cli(["status", "--data-dir", folder]);
    expect(json).toMatchObject({ totals: { items: 300, locations: 12 }, noLongerReturned: { items: 0 } });
  });
});
