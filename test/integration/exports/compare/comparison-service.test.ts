import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSampleService, type SampleService } from "../../../../electron/sample-service/index.ts";
import type { Comparison } from "../../../../shared/exports/comparisons.ts";
import type { CallInput, CallName, CallOutput, EventPayload } from "../../../../shared/contract/contract.ts";
import type { Result } from "../../../../shared/domain/errors.ts";
import type { ExportProgress, RowsRequest } from "../../../../shared/exports/exports.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";
import { startCoreUnderTest } from "../../contract/core-under-test.ts";
import { ndjson } from "../write/support.ts";

const under = startCoreUnderTest("electron");
const told: Comparison[] = [];
const exports: ExportProgress[] = [];
let service: SampleService;
let profileId = "";

const call = async <N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>> => {
  const result = (await under.core.dispatch(name, input)) as Result<CallOutput<N>>;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

beforeAll(async () => {
  under.core.events.subscribe((name, payload) => {
    if (name === "comparison") told.push(payload as EventPayload<"comparison">);
    if (name === "exportProgress") exports.push(payload as EventPayload<"exportProgress">);
  });
  service = await startSampleService({ items: 120 });
  ({ profileId } = await call("connect", { baseUrl: service.url, key: service.key }));
  await waitUntil(async () => (await call("getStatus")).state === "idle", "the first pull");
});

afterAll(async () => {
  await under.close();
  await service.close();
});

const REQUEST = {
  resource: "items",
  query: { version: 1 },
  view: null,
  columns: ["id", "name", "weight"],
  format: "csv",
  dialect: { delimiter: ";", decimal: "," },
  manifest: false,
  verifyFirst: false,
} as const;

/** Exports into a file of its own, and answers how it ended. */
async function exported(more: Partial<RowsRequest> = {}): Promise<ExportProgress> {
  const { id } = await call("startExport", { ...REQUEST, columns: [...REQUEST.columns], profileId, ...more });
  const ended = (): ExportProgress | undefined =>
    exports.find((one) => one.id === id && one.state === "done");
  await waitUntil(() => ended() !== undefined, "the end of the export");
  return ended() as ExportProgress;
}

/** The file in another place, under another name. */
async function copyOf(file: string, name: string): Promise<string> {
  const copy = path.join(await temporaryFolder(), name);
  fs.copyFileSync(file, copy);
  return copy;
}

/** How a comparison stands once it runs no more. */
async function settled(id: string | null): Promise<Comparison> {
  const found = (): Comparison | undefined =>
    told.findLast((one) => one.id === id && one.state !== "reading" && one.state !== "comparing");
  await waitUntil(() => found() !== undefined, "the comparison");
  return found() as Comparison;
}

async function opened(file: string): Promise<Comparison> {
  under.opens.next = file;
  return settled((await call("openComparison", { profileId })).id);
}

/** A CSV of long cells, which takes seconds to read and has no pause between its few rows. */
async function slowFile(): Promise<string> {
  const file = path.join(await temporaryFolder(), "slow.csv");
  const row = Array.from({ length: 8 }, () => "x".repeat(900_000)).join(",");
  fs.writeFileSync(file, "id,a,b,c,d,e,f,g\r\n");
  for (let line = 0; line < 15; line += 1) fs.appendFileSync(file, `${row}\r\n`);
  return file;
}

/** Begins to compare with it in a window, and waits until it is being read. */
async function begunSlowly(window: number): Promise<string> {
  under.opens.next = await slowFile();
  const result = await under.core.dispatch("openComparison", { profileId }, window);
  const { id } = (result as { readonly value: { readonly id: string } }).value;
  await waitUntil(() => databases().length > 0, "the file being read");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(told.findLast((one) => one.id === id)?.state).toBe("reading");
  return id;
}

/** The temporary databases of comparisons. */
const databases = (): readonly string[] =>
  fs
    .readdirSync(path.join(under.folder, "comparisons"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith("rows.sqlite"));

describe("a comparison that reads a long row ends within a second, and leaves nothing behind,", () => {
  it.each([
    ["when the user cancels it", (id: string) => call("cancelComparison", { id })],
    ["when its window closes", async () => under.core.windows.close(7)],
  ])("%s", { timeout: 60_000 }, async (_name, stop) => {
    const id = await begunSlowly(7);
    const begin = performance.now();
    await stop(id);
    expect((await settled(id)).state).toBe("cancelled");
    expect(performance.now() - begin).toBeLessThan(1_000);
    expect(fs.readdirSync(path.join(under.folder, "comparisons"))).toEqual([]);
  });

  it("when another one begins, which is read then", { timeout: 60_000 }, async () => {
    const { id: exportId } = await exported();
    await begunSlowly(7);
    const begin = performance.now();
    const { id } = await call("compareExport", { profileId, exportId });
    expect(performance.now() - begin).toBeLessThan(1_000);
    expect((await settled(id)).state).toBe("done");
    expect(fs.readdirSync(path.join(under.folder, "comparisons"))).toHaveLength(1);
  });

  it("when the copy that it is compared with is closed", { timeout: 60_000 }, async () => {
    await begunSlowly(7);
    const begin = performance.now();
    await under.core.comparisons.close();
    expect(performance.now() - begin).toBeLessThan(1_000);
    expect(fs.readdirSync(path.join(under.folder, "comparisons"))).toEqual([]);
  });

  it("but goes on when another window closes", { timeout: 60_000 }, async () => {
    const id = await begunSlowly(7);
    under.core.windows.close(8);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await call("getComparison", { profileId })).toMatchObject({ id, state: "reading" });
    await call("cancelComparison", { id });
    expect((await settled(id)).state).toBe("cancelled");
  });
});

describe("a comparison", () => {
  it("with one of the last exports finds its rows and what changed since", async () => {
    const query = { version: 1, search: "film" } as const;
    const view = {
      name: "Films",
      definition: { version: 1 as const, minor: 0, search: "film", filters: [], sort: [] },
    };
    const { id: exportId, rows } = await exported({ query, view });
    const found = await settled((await call("compareExport", { profileId, exportId })).id);
    expect(found).toMatchObject({
      state: "done",
      origin: { from: "past_export", view: "Films", rows },
      outcome: {
        added: 0,
        gone: 0,
        changed: 0,
        same: rows,
        words: ["Search: film"],
      },
    });
    const first = [...service.company.items.all()].find(({ name }) => name.toLowerCase().includes("film"));
    service.company.upsertItem({ id: first?.id ?? "", weight: 77.25 });
    await call("refreshRecord", { profileId, resource: "items", id: first?.id ?? "" });
    const { id, outcome } = await settled((await call("compareExport", { profileId, exportId })).id);
    expect(outcome).toMatchObject({ changed: 1, same: rows - 1, columns: [{ name: "weight", rows: 1 }] });
    expect(await call("queryDifferences", { id, filter: {}, offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      differences: [{ kind: "changed", id: first?.id, fields: { weight: { new: 77.25 } } }],
    });
    expect(await call("getComparison", { profileId })).toMatchObject({ id, state: "done" });
    expect(await call("getComparison", { profileId: "other" })).toBeNull();

    const { resource: _r, query: _q, view: _v, columns: _c, verifyFirst: _f, ...how } = REQUEST;
    const { id: listed } = await call("startExport", {
      ...how,
      format: "ndjson",
      profileId,
      changes: { of: "comparison", id, filter: { kinds: ["changed"] } },
    });
    await waitUntil(() => exports.some((one) => one.id === listed && one.state === "done"), "the export");
    const file = exports.find((one) => one.id === listed)?.file ?? "";
    expect(path.basename(file)).toMatch(/^comparison-/);
    expect(ndjson(file)).toMatchObject([{ type: "changed", id: first?.id }]);
  });

  it("recognises a remembered export by its content at any place", async () => {
    const { file } = await exported();
    const found = await opened(await copyOf(file, "renamed.txt"));
    expect(found).toMatchObject({ state: "done", file: "renamed.txt", origin: { from: "past_export" } });
  });

  it("takes the query from the manifest, and reports if the file was changed since", async () => {
    const { file } = await exported({ manifest: true, query: { version: 1, search: "film" } });
    const copy = await copyOf(file, "a.csv");
    fs.copyFileSync(`${file}.manifest.json`, `${copy}.manifest.json`);
    fs.appendFileSync(copy, "extra;Extra;1\r\n");
    const found = await opened(copy);
    expect(found).toMatchObject({ state: "done", origin: { from: "manifest" }, outcome: { gone: 1 } });
    expect(found.outcome?.notes).toEqual([
      expect.stringMatching(/^When it was exported, the file had \d+ rows; it has/),
    ]);
  });

  it("asks the user for the rows if they are unknown, and compares with the chosen ones", async () => {
    const { file } = await exported({ columns: ["id", "name"] });
    const copy = await copyOf(file, "unknown.csv");
    fs.appendFileSync(copy, "one-more;One more\r\n");
    const asking = await opened(copy);
    expect(asking).toMatchObject({
      state: "asking",
      question: { resources: ["items", "types", "locations"], knowsRows: false, otherProfile: null },
    });
    await expect(call("answerComparison", { id: asking.id, rows: null })).rejects.toThrow(/Choose the rows/);
    await call("answerComparison", { id: asking.id, rows: { resource: "items", query: { version: 1 } } });
    const done = (): Comparison | undefined =>
      told.findLast(({ id, state }) => id === asking.id && state === "done");
    await waitUntil(() => done() !== undefined, "the comparison");
    expect(done()?.outcome).toMatchObject({ gone: 1, added: 0, changed: 0 });
  });

  it("reports a file of another connection before it compares", async () => {
    const { file } = await exported({ format: "json", columns: ["id"] });
    const copy = await copyOf(file, "other.json");
    const text = fs.readFileSync(copy, "utf8").replace(/"profile":"[^"]*"/, '"profile":"Elsewhere"');
    fs.writeFileSync(copy, text);
    const asking = await opened(copy);
    expect(asking).toMatchObject({
      state: "asking",
      question: { resources: ["items"], knowsRows: true, otherProfile: "Elsewhere" },
    });
    await call("cancelComparison", { id: asking.id });
    expect(await call("getComparison", { profileId })).toMatchObject({ state: "cancelled" });
  });

  it("refuses a foreign file without ids, and a missing one", async () => {
    const folder = await temporaryFolder();
    fs.writeFileSync(path.join(folder, "foreign.csv"), "name,colour\r\nA,red\r\n");
    expect(await opened(path.join(folder, "foreign.csv"))).toMatchObject({
      state: "failed",
      error: {
        kind: "invalid_input",
        message: expect.stringMatching(/not written by Stockdeck, and has no column “id”/),
      },
    });
    expect(await opened(path.join(folder, "none.csv"))).toMatchObject({
      state: "failed",
      error: { message: expect.stringMatching(/cannot be opened/) },
    });
  });

  it("started twice at once leaves one open, with one folder", async () => {
    const { id: exportId } = await exported();
    const both = await Promise.all([1, 2].map(() => call("compareExport", { profileId, exportId })));
    await settled(both[1]?.id ?? null);
    expect(await call("getComparison", { profileId })).toMatchObject({ id: both[1]?.id, state: "done" });
    expect(fs.readdirSync(path.join(under.folder, "comparisons"))).toHaveLength(1);
  });

  it("leaves nothing behind, and does not start when the user cancels the dialog", async () => {
    const kept = path.join(under.folder, "comparisons");
    expect(fs.readdirSync(kept)).toHaveLength(1);
    under.opens.next = null;
    expect(await call("openComparison", { profileId })).toEqual({ id: null });
    await under.core.comparisons.close();
    expect(fs.readdirSync(kept)).toEqual([]);
  });
});
