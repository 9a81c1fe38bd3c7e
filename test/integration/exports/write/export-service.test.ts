import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { NO_FAULTS } from "../../../service/fault-settings.ts";
import { startSampleService, type SampleService } from "../../../service/index.ts";
import type { CallInput, CallName, CallOutput, PushPayload } from "../../../../shared/contract/contract.ts";
import type { Result } from "../../../../shared/base/errors.ts";
import type { ChangesRequest, ExportProgress, RowsRequest } from "../../../../shared/delivery/exports.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { startCoreUnderTest } from "../../contract/core-under-test.ts";
import { ndjson, pulled } from "./support.ts";
import { afterPush } from "../../../helpers/after-push.ts";

const under = startCoreUnderTest("browser");
const told: ExportProgress[] = [];
let service: SampleService;
let connectionId = "";

const call = async <N extends CallName>(name: N, input?: CallInput<N>): Promise<Result<CallOutput<N>>> =>
  (await under.core.dispatch(name, input)) as Result<CallOutput<N>>;

beforeAll(async () => {
  under.core.events.subscribe((name, payload) => {
    if (name === "exportProgress") told.push(payload as PushPayload<"exportProgress">);
  });
  service = await startSampleService({ items: 120 });
  connectionId = await pulled(under, service);
});

afterAll(async () => {
  await under.close();
  await service.close();
});

const request = (more: Partial<RowsRequest> = {}): RowsRequest => ({
  connectionId,
  resource: "items",
  query: { version: 1 },
  view: null,
  columns: ["id", "name"],
  format: "ndjson",
  dialect: { delimiter: ",", decimal: "." },
  manifest: false,
  verifyFirst: false,
  ...more,
});

async function rowsOfCopy(): Promise<number> {
  const counted = await call("queryCount", { resource: "items", query: { version: 1 } });
  return counted.ok ? (counted.value.total ?? 0) : 0;
}

/** Exports. @returns the outcome. */
async function exported(asked: Partial<RowsRequest> | ChangesRequest = {}): Promise<ExportProgress> {
  const begun = await call("startExport", "changes" in asked ? asked : request(asked));
  if (!begun.ok) throw new Error(begun.error.message);
  const ended = (): ExportProgress | undefined =>
    told.find(({ id, state }) => id === begun.value.id && state !== "writing" && state !== "verifying");
  await afterPush(under.core, () => ended() !== undefined);
  return ended() as ExportProgress;
}

describe("exports that the user starts", () => {
  it("an export shows its progress and appears among the recent exports", async () => {
    const { state, rows, file, id, error } = await exported();
    const all = await rowsOfCopy();
    expect([state, rows, error]).toEqual(["done", all, null]);
    expect(ndjson(file)).toHaveLength(all);
    expect(Object.keys(ndjson(file)[0] ?? {})).toEqual(["id", "name"]);
    expect(told.filter((one) => one.id === id).map((one) => one.state)).toEqual(
      expect.arrayContaining(["writing", "done"]),
    );
    const list = await call("listExports", { connectionId });
    expect(list.ok && list.value[0]).toMatchObject({ id, rows: all });
    await call("openExport", { connectionId, id, what: "folder" });
    expect(under.opened.at(-1)).toEqual(["folder", file]);
    expect(await call("openExport", { connectionId: "other", id, what: "file" })).toMatchObject({
      error: { kind: "invalid_input" },
    });
  });

  it("an export of a few rows verifies each row first", async () => {
    const [first] = service.company.items.all();
    service.company.upsertItem({ id: first?.id ?? "", name: "Renamed since" });
    const query = { version: 1, filter: { field: "id", op: "is", value: first?.id ?? "" } } as const;
    const { state, file } = await exported({ query, verifyFirst: true });
    expect([state, ndjson(file)]).toEqual(["done", [{ id: first?.id, name: "Renamed since" }]]);
  });

  it("an export of many rows refreshes first", async () => {
    service.company.upsertItem({ id: "made-since", name: "Made since" });
    const { file, rows } = await exported({ verifyFirst: true });
    const all = [...service.company.items.all()].length;
    expect([rows, ndjson(file).some(({ id }) => id === "made-since")]).toEqual([all, true]);
    service.setFaults({ htmlNext: 5 });
    const failed = await exported({ verifyFirst: true });
    service.setFaults(NO_FAULTS);
    expect(failed).toMatchObject({ state: "failed", rows: 0 });
    // The reason is from the service, and not that the refresh was stopped.
    expect(failed.error?.message).toMatch(
      /^The rows could not be verified, and nothing was written\. (?!The refresh)/,
    );
  });

  it("an export of changes is written even if there are no changes", async () => {
    const filter = { search: "nothing is called so" };
    const changes = { of: "observed", filter } as const;
    const { connectionId, format, dialect, manifest } = request({ format: "csv" });
    const { state, id, error } = await exported({ connectionId, format, dialect, manifest, changes });
    expect([state, error]).toEqual(["done", null]);
    const counted = told.filter((one) => one.id === id && one.total === 0);
    expect(counted.map(({ msLeft }) => msLeft)).toEqual(counted.map(() => null));
    expect(counted[0]).toMatchObject({ state: "writing", rows: 0 });
  });

  it("an export of observed changes is listed like an export of rows", async () => {
    const [first] = service.company.items.all();
    service.company.upsertItem({ id: first?.id ?? "", weight: 12.5 });
    expect(
      await call("refreshRecord", { connectionId, resource: "items", id: first?.id ?? "" }),
    ).toMatchObject({
      ok: true,
    });
    const { resource: _resource, query: _query, view: _view, columns: _columns, ...how } = request();
    const { verifyFirst: _verifyFirst, ...changes } = { ...how, manifest: true };
    const filter = { resource: "items", id: first?.id ?? "" } as const;
    const { state, rows, file, id } = await exported({ ...changes, changes: { of: "observed", filter } });
    expect(state).toBe("done");
    expect(path.basename(file)).toMatch(/^activity-\d{4}-\d\d-\d\d\.ndjson$/);
    expect(ndjson(file).at(-1)).toMatchObject({ id: first?.id, fields: { weight: { new: 12.5 } } });
    expect(ndjson(file)).toHaveLength(rows);
    const listed = await call("listExports", { connectionId });
    expect(listed.ok && listed.value[0]).toMatchObject({ id, rows, request: { changes: { filter } } });
  });

  it("an export reports an unwritable file and keeps the old file", async () => {
    const view = {
      name: "Taken",
      definition: { version: 1 as const, minor: 0, search: "", filters: [], sort: [] },
    };
    const blocked = (await exported({ view })).file;
    fs.rmSync(blocked);
    fs.mkdirSync(path.join(blocked, "inside"), { recursive: true });
    const { state, error } = await exported({ view });
    expect([state, error?.kind]).toEqual(["failed", "store"]);
    expect(fs.readdirSync(under.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("an export removes its own old manifest, but keeps foreign files", async () => {
    const { file } = await exported({ manifest: true });
    const manifest = `${file}.manifest.json`;
    expect(fs.existsSync(manifest)).toBe(true);
    await exported();
    expect(fs.existsSync(manifest)).toBe(false);
    fs.writeFileSync(manifest, '{"kind":"of somebody else"}');
    await exported();
    expect(fs.readFileSync(manifest, "utf8")).toBe('{"kind":"of somebody else"}');
    fs.rmSync(manifest);
  });

  it("an export refuses unknown fields and columns before the file dialog", async () => {
    expect(await call("startExport", request({ columns: ["colour"] }))).toMatchObject({
      ok: false,
      error: { kind: "invalid_input", message: expect.stringContaining('no column "colour"') },
    });
    const unknown = { version: 1, filter: { field: "colour", op: "is", value: "red" } } as const;
    expect(await call("startExport", request({ query: unknown }))).toMatchObject({
      ok: false,
      error: { kind: "invalid_input" },
    });
  });

  it("the app lists the last twenty exports", async () => {
    for (let time = 0; time < 21; time += 1) await exported({ query: { version: 1, search: "none such" } });
    const list = await call("listExports", { connectionId });
    expect(list.ok && list.value.length).toBe(20);
  });

  it("wiping the local data cancels a running export first", async () => {
    service.setFaults({ latencyMs: 3_000 });
    const asked = exported({ verifyFirst: true });
    await afterPush(under.core, () => told.at(-1)?.state === "verifying");
    const wiped = call("wipeLocalData", { connectionId });
    expect((await asked).state).toBe("cancelled");
    service.setFaults(NO_FAULTS);
    expect((await wiped).ok).toBe(true);
    const all = [...service.company.items.all()].length;
    await afterPush(under.core, async () => (await rowsOfCopy()) === all);
  });
});

it.each([
  { trouble: "a read-only folder", options: "size=1m,ro", words: /^The file cannot be written there: / },
  { trouble: "a full disk", options: "size=4k", words: /^The disk is full\. A file that was there before / },
])("an export reports $trouble", async ({ trouble, options, words }) => {
  const target = await temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", target]).status !== 0) {
    console.info(`nothing can be mounted here: ${trouble} is not tested`);
    return;
  }
  onTestFinished(() => void spawnSync("umount", ["-l", target]));
  const elsewhere = startCoreUnderTest("electron", { chooseExport: async (name) => path.join(target, name) });
  onTestFinished(() => elsewhere.close());
  const ended = new Promise<ExportProgress>((resolve) =>
    elsewhere.core.events.subscribe((name, payload) => {
      const progress = payload as ExportProgress;
      if (name === "exportProgress" && progress.state === "failed") resolve(progress);
    }),
  );
  const asked = request({ connectionId: await pulled(elsewhere, service) });
  await elsewhere.core.dispatch("startExport", asked);
  expect((await ended).error?.message).toMatch(words);
  expect(fs.readdirSync(target)).toEqual([]);
});

it("the closing core cancels a running export and leaves no file", async () => {
  const closing = startCoreUnderTest("electron");
  const states: string[] = [];
  closing.core.events.subscribe((name, payload) => {
    if (name === "exportProgress") states.push((payload as PushPayload<"exportProgress">).state);
  });
  const asked = request({ connectionId: await pulled(closing, service) });
  const { ok } = (await closing.core.dispatch("startExport", asked)) as Result<CallOutput<"startExport">>;
  expect(ok).toBe(true);
  await closing.core.close();
  expect(states.at(-1)).toBe("cancelled");
  expect(fs.readdirSync(closing.folder).filter((name) => /export|ndjson/.test(name))).toEqual([]);
  await closing.close();
});
