// @module-tag whole
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve, start, type Running } from "../cli/support.ts";
import { addToken, ask } from "../collector/support.ts";
import { startDesk, type Desk } from "./desk.ts";
import { WHOLE_COUNT } from "../../helpers/open-counts.ts";

/** The scans of all workstations together. */
const SCANS = 1_000;
/** The scans of one workstation between two kills of the collector. */
const SCANS_BETWEEN_KILLS = 60;
const LABELS = ["Desk A", "Desk B", "Desk C"] as const;

interface Started extends Running {
  readonly url: string;
}

async function startCollecting(baseUrl: string, folder: string, listen: string): Promise<Started> {
  const words = ["--base-url", baseUrl, "--data-dir", folder, "--listen", listen];
  const running = start(["collect", ...words]);
  let out = "";
  running.child.stdout?.on("data", (data: Buffer) => (out += data.toString()));
  await waitUntil(() => out.includes("\n"), "the collector's address", 60_000);
  const { url } = JSON.parse(out.split("\n", 1)[0] ?? "") as { url: string };
  const health = async (): Promise<number> => (await ask({ url, token: "" }, "/stockdeck/v1/health")).status;
  await waitUntil(async () => (await health()) === 200, "the first pull", 60_000);
  return { ...running, url };
}

it(
  `a count of ${SCANS} scans by three workstations survives kills of the collector`,
  { timeout: 240_000 },
  async () => {
    const service = await serve({ items: 40 });
    const folder = path.join(await temporaryFolder(), "data");
    let collector = await startCollecting(service.url, folder, "127.0.0.1:0");
    const { url } = collector;
    const listen = new URL(url).host;
    const desks: Desk[] = [];
    for (const label of LABELS) desks.push(await startDesk({ url }, addToken(folder, label, "annotate")));
    const [first] = desks;
    if (!first) throw new Error("no workstation");
    const { countId } = await first.call("startCount", {
      ...WHOLE_COUNT,
      connectionId: first.connectionId,
      withTeam: true,
    });
    const hasCount = async ({ call, connectionId }: Desk): Promise<boolean> =>
      (await call("readRecords", { connectionId, document: "counts" })).length === 1;
    for (const desk of desks) await waitUntil(() => hasCount(desk), "the count", 30_000);
    /** The texts that the workstations have scanned, each once. */
    const texts: string[] = [];
    let kills = 0;
    const scanAll = async (desk: Desk, label: string, killing: boolean): Promise<void> => {
      const of = { connectionId: desk.connectionId, countId };
      for (let at = 0; at < SCANS / LABELS.length; at += 1) {
        const text = `${label} ${at}`;
        const entries = [{ text, itemId: null, length: null, weight: null }];
        await desk.call("countItems", { ...of, by: "scan", entries });
        texts.push(text);
        if (!killing || at % SCANS_BETWEEN_KILLS !== SCANS_BETWEEN_KILLS - 1) continue;
        collector.child.kill("SIGKILL");
        await collector.ended;
        kills += 1;
        collector = await startCollecting(service.url, folder, listen);
      }
    };
    await Promise.all(desks.map((desk, at) => scanAll(desk, LABELS[at] ?? "", at === 0)));
    expect(kills).toBe(Math.floor(SCANS / LABELS.length / SCANS_BETWEEN_KILLS));
    const scansOf = async ({ call, connectionId }: Desk) =>
      (await call("listCountScans", { connectionId, countId })).scans;
    for (const desk of desks)
      await waitUntil(
        async () => {
          await desk.call("exchangeTeam", { connectionId: desk.connectionId });
          return (await scansOf(desk)).length === texts.length;
        },
        "all scans",
        60_000,
      );
    const [scans = [], ...others] = await Promise.all(desks.map((desk) => scansOf(desk)));
    for (const other of others) expect(other).toEqual(scans);
    expect(scans.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    expect(scans.map(({ number }) => number)).toEqual(
      scans.map(({ number }) => number).toSorted((one, other) => one - other),
    );
    for (const { call, connectionId } of desks)
      expect(await call("readTeam", { connectionId })).toMatchObject({ lost: [], waiting: 0, refused: 0 });
  },
);
