import path from "node:path";
import type { Page } from "@playwright/test";
import { startSampleService } from "../test/service/index.ts";
import { otherDesk, scanBy } from "../test/helpers/other-desk.ts";
import { startCollectorProcess } from "../test/helpers/collector-process.ts";
import { untilState, type Stage } from "./shot-stage.ts";
import { closeCount } from "./shots-of-counts.ts";

type TeamStage = Pick<Stage, "page" | "core" | "data" | "shoot">;

/** A team: a collector's records, a value that lost against a later edit, and sharing own records. */
export async function takeTeam({ page, core, data, shoot }: TeamStage): Promise<void> {
  const service = await startSampleService({ items: 400 });
  const collector = await startCollectorProcess(service, data);
  const desk = (label: string) => otherDesk(collector.url, path.join(data, "data"), label);
  const [desk2, desk3] = [desk("Desk 2"), desk("Desk 3")];
  const below = (count: number) => ({ measure: "items", below: count });
  try {
    const [first = "", second = "", ...others] = [...service.company.types.all()]
      .slice(0, 5)
      .map(({ id }) => id);
    const profileId = await connect(page, core, collector);
    await core.dispatch("saveRecords", {
      profileId,
      document: "thresholds",
      records: [first, second].map((id, at) => ({ id, value: { measure: "items", below: 5 + at } })),
    });
    await desk2("thresholds", second, below(12));
    for (const id of others) await desk2("thresholds", id, below(4));
    await desk2("thresholds", others[0] ?? "", below(8));
    await desk3("thresholds", others[0] ?? "", below(9));
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Settings" }).click();
    const section = page.getByRole("region", { name: "Team", exact: true });
    const row = section.getByRole("row", { name: /^Low-stock thresholds/ });
    await row.getByRole("cell", { name: "4", exact: true }).waitFor();
    await section.getByRole("table", { name: "Values that lost against a later edit" }).waitFor();
    await section.evaluate((element) => element.scrollIntoView());
    await shoot("team");
    await row.getByRole("button", { name: "Share mine: Low-stock thresholds" }).click();
    await page
      .getByRole("dialog")
      .getByText(/1 different/)
      .waitFor();
    await shoot("team-share");
    await page.keyboard.press("Escape");
    await countTogether(page, [...service.company.items.all()], desk2, shoot);
  } finally {
    await collector.stop();
    await service.close();
  }
}

/** A count of the team, which two workstations scan; it is closed before the last scans of one arrive. */
async function countTogether(
  page: Page,
  items: readonly {
    readonly id: string;
    readonly name: string;
    readonly status?: string | null | undefined;
  }[],
  desk2: ReturnType<typeof otherDesk>,
  shoot: TeamStage["shoot"],
): Promise<void> {
  const here = items.filter(({ status }) => status === "available").slice(0, 8);
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Counts" }).click();
  await page.getByRole("button", { name: "Start a count…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a count" });
  await dialog.getByText("All items").click();
  await dialog.getByRole("status").waitFor();
  await dialog.getByRole("checkbox", { name: "Count with the team" }).check();
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Id or name of an item" });
  await field.waitFor();
  const countId = page.url().split("/").at(-1) ?? "";
  const scans = page.getByRole("table", { name: "Counted" });
  for (const [at, { id, name }] of here.entries()) {
    if (at % 2 === 0) {
      await field.fill(id);
      await field.press("Enter");
    } else await scanAt(desk2, countId, at, { id, name });
    await scans.getByRole("row").filter({ hasText: id }).waitFor();
  }
  await page.getByRole("region", { name: "Counted" }).evaluate((element) => element.scrollIntoView());
  await shoot("count-team");
  await closeCount(page);
  for (const [at, { id, name }] of here.slice(0, 3).entries())
    await scanAt(desk2, countId, 100 + at, { id, name });
  await page.getByRole("region", { name: "3 scans arrived after this count was closed" }).waitFor();
  await shoot("count-team-result");
}

/** One scan of another workstation. @param at its index among the scans. */
async function scanAt(
  desk2: ReturnType<typeof otherDesk>,
  countId: string,
  at: number,
  item: { readonly id: string; readonly name: string },
): Promise<void> {
  await desk2("countScans", `${countId}/${10_000_000_000 + at}`, scanBy("Desk 2", item));
}

/** Connects the page to a collector. @returns the id of the connection. */
async function connect(
  page: Page,
  core: Stage["core"],
  collector: { readonly url: string; readonly key: string },
): Promise<string> {
  await core.dispatch("connect", { baseUrl: collector.url, key: collector.key });
  const { value } = (await core.dispatch("bootstrap", undefined)) as {
    readonly value: { readonly connection: { readonly profileId: string } };
  };
  await page.reload();
  await untilState(page, "Connected");
  return value.connection.profileId;
}
