import { randomUUID } from "node:crypto";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import { scanBy } from "../../helpers/other-desk.ts";
import { WHOLE_COUNT } from "../../helpers/open-counts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test as base } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { closeCount, openTeamCount, startCount } from "./count-steps.ts";
import { withTeam, type Team } from "./team-steps.ts";

/** A page that is connected to a collector, which another workstation uses too. */
const test = base.extend<{ readonly team: Team & { readonly edit: ReturnType<Team["desk"]> } }>({
  items: 40,
  team: ({ service, hostUrl }, use) =>
    withTeam(hostUrl, service, (team) => use({ ...team, edit: team.desk("Desk B") })),
});

const IS_OUT: ChipFilter = {
  kind: "choice",
  field: "status",
  negate: false,
  values: ["checked_out"],
  empty: false,
};

const below = (count: number) => ({ measure: "items", below: count });

test(
  "a user shares thresholds with the team and restores an overridden value",
  { tag: "@whole" },
  async ({ page, hostUrl, team: { connectionId, edit } }) => {
    const saved = (id: string, count: number) =>
      callHost(hostUrl, "saveRecords", {
        connectionId,
        document: "thresholds",
        records: [{ id, value: { measure: "items", below: count } }],
      });
    const { rows } = await callHost(hostUrl, "queryPage", {
      resource: "types",
      query: { version: 1 },
      offset: 0,
      limit: 3,
    });
    const [first = "", second = "", third = ""] = rows.map((row) => String(row["id"]));
    await saved(first, 5);
    await saved(second, 9);
    await page.reload();
    await page.getByRole("link", { name: "Settings" }).click();
    const section = page.getByRole("region", { name: "Team", exact: true });
    await expect(section).toContainText("This workstation is “Desk 1”.");
    const kind = section.getByRole("row", { name: /^Low-stock thresholds/ });
    await test.step("the number of the team's records grows when another workstation adds a record", async () => {
      await edit("thresholds", second, below(4));
      await expect(kind.getByRole("cell").first()).toHaveText("1");
    });
    await test.step("sharing keeps the team's differing record unless the user chooses to replace the team's record", async () => {
      await section.getByRole("button", { name: "Share mine: Low-stock thresholds" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Share mine: Low-stock thresholds" });
      await expect(dialog).toContainText("1 new, 0 equal, 1 different.");
      await expectAccessible(page, "[role=dialog]");
      await dialog.getByRole("button", { name: "Share", exact: true }).press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(kind.getByRole("cell").first()).toHaveText("2");
    });
    await test.step("another workstation's later edit replaces an earlier edit, and the replaced value is kept", async () => {
      await kind.getByRole("switch").press("Space");
      await expect(kind.getByRole("switch")).toBeChecked();
      await edit("thresholds", third, below(30));
      await saved(third, 31);
      await edit("thresholds", third, below(32));
      const lost = section.getByRole("table", { name: "Values that lost against a later edit" });
      await expect(lost.getByRole("row").filter({ hasText: "below: 31" })).toContainText("Desk 1");
      await expectAccessible(page, "main");
      await lost
        .getByRole("row")
        .filter({ hasText: "below: 31" })
        .getByRole("button", { name: /^Use it/ })
        .press("Enter");
      await expect(lost.getByText("below: 31").and(lost.locator("td:nth-child(2) *"))).toHaveCount(0);
      await expect
        .poll(async () =>
          (await callHost(hostUrl, "readRecords", { connectionId, document: "thresholds" })).find(
            ({ id }) => id === third,
          ),
        )
        .toEqual({ id: third, value: below(31) });
    });
  },
);

test(
  "a shared view belongs to the team and is locked",
  { tag: "@whole" },
  async ({ page, hostUrl, team: { connectionId, edit } }) => {
    const definition = { version: 1, minor: 0, search: "film", filters: [], sort: [] } as const;
    await callHost(hostUrl, "createView", {
      connectionId,
      resource: "items",
      name: "Films",
      definition: { ...definition, filters: [], sort: [] },
    });
    await page.reload();
    await page.getByRole("button", { name: /^View:/ }).click();
    await page.getByRole("button", { name: "Actions for Films" }).press("Enter");
    await page.getByRole("button", { name: "Share with the team" }).press("Enter");
    const list = page.getByRole("list", { name: "The team’s views" });
    await expect(list.getByRole("button", { name: "Films", exact: true })).toBeVisible();
    await edit("views", randomUUID(), {
      resource: "items",
      name: "Foils of Desk B",
      definition: { ...definition, search: "foil" },
    });
    await expect(list.getByRole("button", { name: "Foils of Desk B", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Actions for Foils of Desk B" }).press("Enter");
    await expect(page.getByRole("button", { name: "Rename" })).toHaveCount(0);
    await page.getByRole("button", { name: "Duplicate" }).press("Enter");
    await expect(
      page
        .getByRole("list", { name: "Your views" })
        .getByRole("button", { name: "Foils of Desk B copy", exact: true }),
    ).toBeVisible();
  },
);

test(
  "the collector alerts the whole team about a shared rule",
  { tag: "@whole" },
  async ({ page, hostUrl, service, team: { connectionId, edit } }) => {
    const view = await callHost(hostUrl, "createView", {
      connectionId,
      resource: "items",
      name: "Out",
      definition: {
        version: 1,
        minor: 0,
        search: "",
        filters: [{ enabled: true, filter: IS_OUT }],
        sort: [],
      },
    });
    const watch = { kind: "view", viewId: view.id, event: "enters" } as const;
    const rule = { name: "An item goes out", paused: false, afterRefreshes: 1, notify: true, watch };
    await callHost(hostUrl, "saveAlertRule", { connectionId, rule });
    await page.reload();
    await page.getByRole("link", { name: /^Alerts/ }).click();
    const show = (part: string) => page.getByText(part, { exact: true }).click();
    await show("Rules");
    const listed = page.getByRole("listitem", { name: "An item goes out", exact: true });
    await listed.getByRole("button", { name: /^Share with the team/ }).press("Enter");
    // For a moment the user's own rule is still listed next to the team's rule.
    await expect(listed.filter({ hasText: /Team/ })).toHaveCount(1);
    await expect(listed).toHaveCount(1);
    await expect(listed.getByRole("switch")).toHaveCount(0);
    await expectAccessible(page, "main");
    await listed.getByRole("button", { name: /^Duplicate/ }).press("Enter");
    const copy = page.getByRole("listitem", { name: "An item goes out copy" });
    await copy.getByRole("button", { name: /^Delete/ }).press("Enter");
    await expect(copy).toHaveCount(0);

    const out = [...service.company.items.all()].filter(({ status }) => status === "checked_out").length;
    const item = [...service.company.items.all()].find(({ status }) => status === "available");
    if (!item) throw new Error("no item is available");
    const alert = page.getByRole("listitem").filter({ hasText: "Film that went out" });
    await test.step("one alert counts the items that are out when the rule begins, and each later item gets its own alert", async () => {
      await show("Active");
      await expect(page.getByRole("listitem").filter({ hasText: `${out} matched` })).toBeVisible();
      service.company.upsertItem({ id: item.id, name: "Film that went out", status: "checked_out" });
      await expect(alert).toContainText("Firing", { timeout: 30_000 });
    });
    await test.step("an alert that another workstation acknowledges is acknowledged on this workstation", async () => {
      const all = { connectionId, filter: "active", offset: 0, limit: 1 } as const;
      const { alerts } = await callHost(hostUrl, "listAlerts", all);
      const { ruleId, subjectId, since, firedAt } = alerts[0] ?? {};
      await edit("alertActions", "0", {
        ruleId,
        subject: subjectId,
        since: Date.parse(since ?? ""),
        firedAt: Date.parse(firedAt ?? ""),
        action: { type: "acknowledge" },
      });
      await expect(alert).toContainText("Acknowledged");
    });
    await test.step("the user deletes the rule and its alerts for all workstations", async () => {
      await show("Rules");
      await listed.getByRole("button", { name: /^Delete for all/ }).press("Enter");
      await expect(listed).toHaveCount(0);
      await show("Active");
      await expect(alert).toHaveCount(0);
    });
  },
);

test("users of two workstations count together and see each other's scans", async ({
  page,
  hostUrl,
  team: { connectionId, edit },
}) => {
  const { rows } = await callHost(hostUrl, "queryPage", {
    resource: "items",
    query: { version: 1, filter: { field: "status", op: "is", value: "available" } },
    offset: 0,
    limit: 3,
  });
  const [mine, theirs, late] = rows.map((row) => ({ id: String(row["id"]), name: String(row["name"]) }));
  if (!mine || !theirs || !late) throw new Error("The company has too few items.");
  await page.reload();
  await openTeamCount(page);
  await expectAccessible(page, "[role=dialog]");
  const field = await startCount(page);
  await expect(page.getByText("The team’s count, shared by “Desk 1”.")).toBeVisible();
  const countId = page.url().split("/").at(-1) ?? "";
  const number = { next: 1_000_000_000 };
  const scanThere = (item: { id: string; name: string }) => {
    number.next += 1;
    return edit("countScans", `${countId}/${number.next}`, scanBy("Desk B", item));
  };
  const scans = page.getByRole("table", { name: "Counted" });
  await test.step("a scan of the other workstation appears with that workstation's label, without a reload", async () => {
    await field.fill(mine.id);
    await page.keyboard.press("Enter");
    await expect(scans.getByRole("row").filter({ hasText: mine.id })).toContainText("Desk 1");
    await scanThere(theirs);
    await expect(scans.getByRole("row").filter({ hasText: theirs.id })).toContainText("Desk B");
    await expect(page.getByText(/^2 of \d+ counted/)).toBeVisible();
    await field.fill(theirs.id);
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("status").filter({ hasText: `${theirs.name} was counted before.` }),
    ).toBeVisible();
    await expectAccessible(page, "main");
  });
  await test.step("a scan that arrives after a count's end is announced, and is compared if the user requests it", async () => {
    await closeCount(page);
    await expect(page.getByText(/Closed .* by “Desk 1”\./)).toBeVisible();
    const inResult = page
      .getByRole("table", { name: "Result" })
      .getByRole("row", { name: "Present" })
      .getByRole("cell");
    await expect(inResult.first()).toHaveText("2");
    await scanThere(late);
    const notice = page.getByRole("region", { name: "1 scan arrived after this count was closed" });
    await expect(notice).toBeVisible();
    await expectAccessible(page, "main");
    await notice.getByRole("button", { name: "Compare again" }).press("Enter");
    await expect(inResult.first()).toHaveText("3");
    await expect(notice).toHaveCount(0);
  });
  await test.step("the list of counts shows who shared each count", async () => {
    await page.getByRole("link", { name: "All counts" }).press("Enter");
    const row = page.getByRole("table", { name: "Counts of this connection" }).getByRole("row").nth(1);
    await expect(row.getByRole("cell", { name: "Team, by Desk 1" })).toBeVisible();
    await expectAccessible(page, "main");
  });
  await test.step("the user shares a count with the team, and a count that the other workstation deletes disappears", async () => {
    const { countId: own } = await callHost(hostUrl, "startCount", {
      ...WHOLE_COUNT,
      connectionId,
      name: "My shelf",
    });
    await page.getByRole("link", { name: "My shelf" }).press("Enter");
    await page.getByRole("button", { name: "Share with the team…" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Share this count with the team?" });
    await question.getByRole("button", { name: "Share with the team…" }).press("Enter");
    await expect(page.getByText("The team’s count, shared by “Desk 1”.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Share with the team…" })).toHaveCount(0);
    const count = await callHost(hostUrl, "readRecords", { connectionId, document: "counts" });
    const value = count.find(({ id }) => id === own)?.value as Record<string, unknown>;
    await edit("counts", own, {
      ...value,
      closedAt: new Date().toISOString(),
      team: closedBy("Desk B", value),
    });
    await expect(page.getByText(/Closed .* by “Desk B”\./)).toBeVisible();
    await edit("counts", own, null);
    await expect(page.getByText("This count was deleted.")).toBeVisible();
  });
});

test(
  "a read-only workstation shows a team's count and the reason why the count cannot be changed",
  { tag: "@whole" },
  async ({ page, hostUrl, team: { connectionId, edit, readOnly } }) => {
    const { countId } = await callHost(hostUrl, "startCount", {
      ...WHOLE_COUNT,
      connectionId,
      withTeam: true,
    });
    await readOnly();
    await edit("countScans", `${countId}/1000`, {
      text: "LABEL-9",
      itemId: null,
      name: null,
      by: "scan",
      at: new Date().toISOString(),
      length: null,
      weight: null,
      desk: "Desk B",
    });
    await page.reload();
    await page.getByRole("link", { name: "Counts", exact: true }).press("Enter");
    await page.getByRole("link", { name: WHOLE_COUNT.name }).press("Enter");
    await expect(page.getByText("token may only read, so this count cannot be changed here")).toBeVisible();
    const scan = page.getByRole("table", { name: "Counted" }).getByRole("row").filter({ hasText: "LABEL-9" });
    await expect(scan).toContainText("Desk B");
    await expect(scan.getByRole("button")).toHaveCount(0);
    for (const name of ["Import a sheet…", "Delete…", "Close the count…"])
      await expect(page.getByRole("button", { name })).toBeDisabled();
    await expect(page.getByRole("textbox", { name: "Id or name of an item" })).toHaveCount(0);
    await expect(
      page.getByRole("region", { name: "Expected items" }).getByRole("checkbox").first(),
    ).toBeDisabled();
    await expectAccessible(page, "main");
    await page.getByRole("link", { name: "All counts" }).press("Enter");
    await page.getByRole("button", { name: "Start a count…" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Start a count" });
    await expect(dialog.getByRole("checkbox", { name: "Blind count" })).toBeVisible();
    await expect(dialog.getByRole("checkbox", { name: "Count with the team" })).toHaveCount(0);
  },
);

/** The team's part of a count that a workstation has closed, with no findings. */
const closedBy = (label: string, { team }: Record<string, unknown>) => ({
  ...(team as object),
  closedBy: label,
  result: { list: "findings-00000000", parts: 0, scans: 0, checksum: "" },
});
