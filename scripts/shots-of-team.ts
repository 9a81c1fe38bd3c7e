import path from "node:path";
import type { Page } from "@playwright/test";
import { startSampleService } from "../electron/sample-service/index.ts";
import { otherDesk } from "../test/helpers/other-desk.ts";
import { startCollectorProcess } from "../test/helpers/collector-process.ts";
import { untilState, type Stage } from "./shot-stage.ts";

type TeamStage = Pick<Stage, "page" | "core" | "data" | "shoot">;

/** A team: the records of a collector, a value that lost against a later edit, and sharing one's own. */
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
  } finally {
    await collector.stop();
    await service.close();
  }
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
