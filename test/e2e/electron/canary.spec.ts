import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startSampleService } from "../../service/index.ts";
import { expect, filesContaining, test, type LaunchedApp } from "./launch.ts";
import { crash, text } from "./window-steps.ts";

/**
 * A key that the service accepts, and one that it refuses. The test searches everywhere for their common
 * part.
 */
const KEY = "live_canary42_known";
const REFUSED = "live_canary42_refused";
const CANARY = "canary42";

type Host = Record<string, (input?: unknown) => unknown>;

/** Collects everything that the core pushes to the page from now on. */
const collectEvents = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { stockdeck } = globalThis as unknown as { stockdeck: Host };
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    for (const name of Object.keys(stockdeck).filter((each) => /^on[A-Z]/.test(each)))
      stockdeck[name]?.((payload: unknown) => told.push(payload));
  });

/** Everything in the page: its HTML, its storage, its pushes, and the answers to its reading calls. */
const allOfPage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { stockdeck, told } = globalThis as unknown as { stockdeck: Host; told: unknown[] };
    const reading = Object.keys(stockdeck).filter((name) => /^(get|query|bootstrap)/.test(name));
    const answers = await Promise.all(
      reading.flatMap((name) => [stockdeck[name]?.(), stockdeck[name]?.({ connectionId: "none" })]),
    );
    const kept = [Object.entries(localStorage), Object.entries(sessionStorage)];
    return JSON.stringify([answers, told, kept, document.documentElement.outerHTML]);
  });

/** All contents of the page's JavaScript heap after a garbage collection. */
async function heapOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await devtools.detach();
  return chunks.join("");
}

/** The command lines and environments of the app's processes and of processes that they started. */
function processesOf({ app }: LaunchedApp): string {
  const parents = new Map(
    fs.readdirSync("/proc").flatMap((pid) => {
      const stat = /^\d+$/.test(pid) ? read(`/proc/${pid}/stat`) : "";
      const parent = /\) \S (\d+)/.exec(stat)?.[1];
      return parent === undefined ? [] : [[pid, parent] as const];
    }),
  );
  const own = String(app.process().pid);
  const isOwn = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === own || isOwn(parents.get(pid)));
  const pids = [...parents.keys()].filter(isOwn);
  expect(pids.length).toBeGreaterThan(2);
  return pids.map((pid) => read(`/proc/${pid}/cmdline`) + read(`/proc/${pid}/environ`)).join("\n");
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    // The process has ended, or belongs to another user.
    return "";
  }
}

test("the app never reveals the key, even after failures", async ({ launch, folder }) => {
  test.setTimeout(120_000);
  const service = await startSampleService({ items: 300, key: KEY });
  const launched = await launch();
  const { app, page } = launched;
  let output = "";
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on("data", (data: Buffer) => (output += data.toString()));
  const found: Record<string, string> = {};
  const state = page.getByTestId("sync-state");
  await collectEvents(page);

  await test.step("the user enters a refused key and then a valid key", async () => {
    await page.getByLabel("Base URL").fill(service.url);
    for (const key of [REFUSED, KEY]) {
      await page.getByLabel("API key", { exact: true }).fill(key);
      await page.getByRole("button", { name: "Test connection" }).click();
      const answer = key === KEY ? /The service answered in/ : /refused/;
      await expect(page.getByText(answer).first()).toBeVisible();
    }
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("link", { name: /^Items/ }).click();
    await expect(state).toHaveText("Connected", { timeout: 30_000 });
    found["page"] = await allOfPage(page);
    found["heap of the page"] = await heapOf(page);
  });

  await test.step("the user saves a report of the diagnostics", async () => {
    await app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      },
      path.join(folder, "report.json"),
    );
    await page.evaluate(() => void (window.location.hash = "/diagnostics"));
    await page.getByRole("button", { name: "Save to a file" }).click();
    await expect.poll(() => fs.existsSync(path.join(folder, "report.json"))).toBe(true);
  });

  await test.step("the service refuses the key later, and then becomes unreachable", async () => {
    service.setKeyState(KEY, "revoked");
    await page.keyboard.press("F5");
    await expect(state).toHaveText("Key refused");
    found["page with a refused key"] = await allOfPage(page);
    service.setKeyState(KEY, "active");
    await page.keyboard.press("F5");
    await expect(state).toHaveText("Connected");
    await service.close();
    await page.keyboard.press("F5");
    await expect(state).toHaveText(/Offline|Retrying/);
    found["page without a service"] = await allOfPage(page);
  });

  await test.step("the main process throws an error, and the page crashes", async () => {
    await app.evaluate((_electron, key) => {
      setTimeout(() => {
        throw new Error(`a thrown ${key}`);
      });
      void Promise.reject(new Error(`a rejected ${key}`));
    }, KEY);
    await expect
      .poll(() => output)
      .toMatch(/a (thrown|rejected) \[redacted\][^]*a (thrown|rejected) \[redacted\]/);
    await crash(launched);
    // The bar appears before the rows.
    const isBack = expect.stringMatching(/(?=[^]*(Offline|Retrying))[^]{200}/);
    await expect.poll(() => text(launched), { timeout: 30_000 }).toEqual(isBack);
    found["page that came back"] = await text(launched);
  });
  found["processes"] = processesOf(launched);
  found["output"] = output;
  for (const [place, text] of Object.entries(found))
    expect([place, text.length > 100]).toEqual([place, true]);
  for (const [place, text] of Object.entries(found))
    expect([place, text.includes(CANARY)]).toEqual([place, false]);
  await app.close();
  expect(await filesContaining(folder, CANARY)).toEqual([]);
});
