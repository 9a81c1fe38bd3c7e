import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Page } from "@playwright/test";
import { collectorFile } from "../electron/features/collector/collector-options.ts";
import { withTokens } from "../electron/features/collector/token-table.ts";
import { hashOf, newToken } from "../electron/features/webhooks/receiver/stream-requests.ts";
import { startSampleService } from "../electron/sample-service/index.ts";
import { TEAM_PATH, type RecordEdit } from "../shared/features/team/team-protocol.ts";
import { startCollectorProcess } from "../test/helpers/collector-process.ts";
import { untilState, type Stage } from "./shot-stage.ts";

type TeamStage = Pick<Stage, "page" | "core" | "data" | "shoot">;

/** A team: the records of a collector, a value that lost against a later edit, and sharing one's own. */
export async function takeTeam({ page, core, data, shoot }: TeamStage): Promise<void> {
  const service = await startSampleService({ items: 400 });
  const collector = await startCollectorProcess(service, data);
  const edit = annotator(collector.url, path.join(data, "data"));
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
    await edit("Desk 2", second, 12);
    for (const id of others) await edit("Desk 2", id, 4);
    for (const [label, below] of [
      ["Desk 2", 8],
      ["Desk 3", 9],
    ] as const)
      await edit(label, others[0] ?? "", below);
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

/** Edits thresholds as other workstations do, none of which has seen another's edit. */
function annotator(url: string, folder: string) {
  const tokens = new Map<string, string>();
  const tokenOf = (label: string): string => {
    const token = tokens.get(label) ?? newToken();
    if (!tokens.has(label))
      withTokens(collectorFile(folder), (all) =>
        all.add({ label, hash: hashOf(token), access: "annotate", createdAt: Date.now() }),
      );
    tokens.set(label, token);
    return token;
  };
  return async (label: string, id: string, below: number): Promise<void> => {
    const edit: RecordEdit = {
      edit: randomUUID(),
      document: "thresholds",
      id,
      value: JSON.stringify({ measure: "items", below }),
      basedOn: 0,
      editedAt: Date.now(),
    };
    const answer = await fetch(url + TEAM_PATH, {
      method: "POST",
      headers: { authorization: `Bearer ${tokenOf(label)}`, "content-type": "application/json" },
      body: JSON.stringify({ edits: [edit] }),
    });
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}.`);
  };
}
