import { expect } from "../test/e2e/fixtures.ts";
import { callHost } from "../test/e2e/host-client.ts";
import { closeCount, openTeamCount, startCount } from "../test/e2e/page/count-steps.ts";
import { banner, stateOf } from "../test/e2e/page/steps.ts";
import { withTeam, type Team } from "../test/e2e/page/team-steps.ts";
import { scanBy } from "../test/helpers/other-desk.ts";
import { savedRecords } from "../test/helpers/saved-records.ts";
import { firstScreen } from "./shot-stage.ts";

const below = (count: number) => ({ measure: "items" as const, below: count });

const teamScene = firstScreen.extend<{ readonly team: Team }>({
  items: 400,
  team: async ({ page, host, service }, provide) =>
    withTeam(host.url, service, async (joined) => {
      await page.reload();
      await expect(stateOf(page)).toHaveText("Connected");
      await provide(joined);
    }),
});

teamScene("records of a team", { tag: "@guide" }, async ({ page, host, service, team, shoot }) => {
  const { connectionId, desk } = team;
  const [first = "", second = "", ...others] = [...service.company.types.all()]
    .slice(0, 5)
    .map(({ id }) => id);
  const own = { [first]: below(5), [second]: below(6) };
  await callHost(host.url, "saveRecords", savedRecords(connectionId, "thresholds", own));
  const [desk2, desk3] = [desk("Desk 2"), desk("Desk 3")];
  await desk2("thresholds", second, below(12));
  for (const id of others) await desk2("thresholds", id, below(4));
  await desk2("thresholds", others[0] ?? "", below(8));
  await desk3("thresholds", others[0] ?? "", below(9));
  await page.getByRole("link", { name: "Settings" }).click();
  const section = page.getByRole("region", { name: "Team", exact: true });
  const row = section.getByRole("row", { name: /^Low-stock thresholds/ });
  await expect(row.getByRole("cell").first()).toHaveText("4");
  await section.getByRole("table", { name: "Values that lost against a later edit" }).waitFor();
  await section.evaluate((element) => element.scrollIntoView());
  await shoot("team");
  await row.getByRole("button", { name: "Share mine: Low-stock thresholds" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 different");
  await shoot("team-share");
});

teamScene("a count of two workstations", { tag: "@guide" }, async ({ page, service, team, shoot }) => {
  const desk2 = team.desk("Desk 2");
  await openTeamCount(page);
  const field = await startCount(page);
  const countId = page.url().split("/").at(-1) ?? "";
  const scanThere = async (at: number, item: Parameters<typeof scanBy>[1]): Promise<void> =>
    desk2("countScans", `${countId}/${10_000_000_000 + at}`, scanBy("Desk 2", item));
  const here = [...service.company.items.all()].filter(({ status }) => status === "available").slice(0, 8);
  for (const [at, item] of here.entries()) {
    if (at % 2 === 0) {
      await field.fill(item.id);
      await field.press("Enter");
    } else await scanThere(at, item);
    const scans = page.getByRole("table", { name: "Counted" });
    await scans.getByRole("row").filter({ hasText: item.id }).waitFor();
  }
  await banner(page, "Counted").evaluate((element) => element.scrollIntoView());
  await shoot("count-team");
  await closeCount(page);
  await page.getByRole("table", { name: "Result" }).waitFor();
  for (const [at, item] of here.slice(0, 3).entries()) await scanThere(100 + at, item);
  await shoot("count-team-result", banner(page, "3 scans arrived after this count was closed"));
});
