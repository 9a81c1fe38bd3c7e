import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { NO_FAULTS } from "../../../service/fault-settings.ts";
import { afterPush } from "../../../helpers/after-push.ts";
import { readParquet } from "../write/read-parquet.ts";
import { HOUR, PLAN, readRows, startScheduleRig } from "./schedule-rig.ts";

const MINUTE = 60_000;

describe("a scheduled export", () => {
  it("a scheduled export is written on time", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make();
    const { nextRun } = await rig.only();
    await rig.pass(59 * MINUTE);
    expect([rig.files(), (await rig.only()).last]).toEqual([[], null]);
    await rig.pass(MINUTE + 1_000);
    await rig.runs(1);
    const [file = "", ...others] = rig.files();
    expect(others).toEqual([]);
    expect(file).toMatch(/^items-all-\d{4}-\d\d-\d\d-\d{6}\.ndjson$/);
    expect(readRows(rig, file)).toHaveLength(40);
    const after = await rig.only();
    expect(after).toMatchObject({
      last: { state: "done", rows: 40, file, error: null },
      failure: null,
      kept: 1,
      folder: rig.target,
      viewName: "All",
    });
    expect(Date.parse(after.nextRun ?? "") - Date.parse(nextRun ?? "")).toBe(HOUR);
    expect(await rig.call("listExports", { connectionId: rig.connectionId })).toEqual([]);
    await rig.call("showScheduleFile", { id });
    expect(rig.opened).toEqual([["folder", path.join(rig.target, file)]]);
  });

  it("a scheduled Parquet export has the view's rows", async () => {
    const rig = await startScheduleRig();
    await rig.make({ format: "parquet" });
    await rig.pass(HOUR + 1_000);
    await rig.runs(1);
    const [file = ""] = rig.files();
    expect(file).toMatch(/\.parquet$/);
    const { rows, types } = await readParquet(path.join(rig.target, file));
    expect([rows.length, types]).toEqual([40, { id: "text", name: "text" }]);
  });

  it("a restored backup replaces all schedules", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make();
    const { text } = await rig.call("makeBackup");
    const other = await rig.make({ viewId: "all", keep: 7 });
    await rig.call("deleteSchedule", { id });
    await rig.call("runSchedule", { id: other });
    // A run is refused while another run is active. If that run ends first, the test waits.
    const refusedOrDone = rig.core.dispatch("restoreBackup", { text });
    await rig.runs(1);
    if (!(await refusedOrDone).ok) await rig.call("restoreBackup", { text });
    expect(await rig.call("listSchedules")).toMatchObject([
      { id, paused: true, folder: rig.target, plan: { keep: 2 } },
    ]);
    await rig.pass(2 * HOUR);
    await rig.restart(0);
    expect(await rig.call("listSchedules")).toMatchObject([{ id, paused: true, last: null }]);
    await rig.call("pauseSchedule", { id, paused: false });
    await rig.pass(HOUR + 1_000);
    await rig.runs(2);
  });

  it("a scheduled export uses its view as saved at the time of the run", async () => {
    const rig = await startScheduleRig();
    const definition = { version: 1, minor: 0, search: "", filters: [], sort: [] } as const;
    const { connectionId } = rig;
    const view = await rig.call("createView", {
      connectionId,
      resource: "items",
      name: "Mine",
      definition: { ...definition, filters: [], sort: [{ field: "name", direction: "desc" }] },
    });
    const id = await rig.make({ viewId: view.id });
    await rig.call("runSchedule", { id });
    await rig.runs(1);
    const names = readRows(rig, rig.files()[0] ?? "").map(({ name }) => String(name));
    expect(names).toHaveLength(40);
    const narrow = { ...definition, filters: [], sort: [], search: names[0] ?? "" };
    await rig.call("saveView", { connectionId, id: view.id, definition: narrow });
    await rig.pass(1_000);
    await rig.call("runSchedule", { id });
    await rig.runs(2);
    const later = readRows(rig, rig.files()[1] ?? "").map(({ name }) => name);
    expect(later).toContain(names[0]);
    expect(later.length).toBeLessThan(40);
  });

  it("a scheduled export keeps its latest files and never removes foreign files", async () => {
    const rig = await startScheduleRig();
    const other = path.join(rig.target, "items-all-2020-01-01-000000.ndjson");
    fs.writeFileSync(other, "somebody's own");
    const id = await rig.make({ manifest: true });
    const run = async (count: number): Promise<void> => {
      await rig.pass(1_000);
      await rig.call("runSchedule", { id });
      await rig.runs(count);
    };
    await run(1);
    const [, changed = ""] = rig.files();
    fs.appendFileSync(path.join(rig.target, changed), "a remark\n");
    for (let count = 2; count <= 5; count += 1) await run(count);
    const data = rig.files().filter((file) => !file.endsWith(".manifest.json"));
    expect(data.slice(0, 2)).toEqual([path.basename(other), changed]);
    expect(data).toHaveLength(4);
    for (const file of data.slice(2)) expect(rig.files()).toContain(`${file}.manifest.json`);
    expect(rig.files()).toHaveLength(4 + 3);
    expect(await rig.only()).toMatchObject({ kept: 2 });
  });

  it("a scheduled export removes old files only after the new file is complete", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make({ keep: 1 });
    await rig.call("runSchedule", { id });
    await rig.runs(1);
    const [first] = rig.files();
    await rig.call("editSchedule", {
      id,
      plan: { ...(await rig.only()).plan, refreshFirst: true },
      folder: null,
    });
    rig.service.setFaults({ htmlNext: 5 });
    await rig.call("runSchedule", { id });
    await rig.runs(2);
    expect((await rig.only()).last).toMatchObject({ state: "failed", file: null });
    expect(rig.files()).toEqual([first]);
  });

  it("a scheduled export adds a number to the file name instead of overwriting a file", async () => {
    const rig = await startScheduleRig();
    // The local clock shows the same second again, as in the repeated hour.
    const id = await rig.make();
    await rig.call("runSchedule", { id });
    await rig.runs(1);
    const [first = ""] = rig.files();
    const taken = new Date(Date.parse((await rig.only()).last?.at ?? ""));
    // Creates every name that the next run can have, whenever the run begins.
    for (let second = 0; second < 120; second += 1) {
      const at = new Date(taken.getTime() + second * 1_000);
      const two = (part: number): string => String(part).padStart(2, "0");
      const stamp = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join("");
      fs.writeFileSync(path.join(rig.target, first.replace(/\d{6}\.ndjson$/, `${stamp}.ndjson`)), "taken");
    }
    await rig.call("runSchedule", { id });
    await rig.runs(2);
    const file = (await rig.only()).last?.file ?? "";
    expect(file).toMatch(/_2\.ndjson$/);
    const before = file.replace("_2", "");
    expect(fs.readFileSync(path.join(rig.target, before), "utf8")).toBe("taken");
    expect([before, file].toSorted()).toEqual([before, file]);
  });

  it("a scheduled export waits while another export runs", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make();
    rig.service.setFaults({ latencyMs: 400 });
    await rig.call("startExport", {
      connectionId: rig.connectionId,
      resource: "items",
      query: { version: 1, search: "a" },
      view: null,
      columns: ["id"],
      format: "ndjson",
      dialect: { delimiter: ",", decimal: "." },
      manifest: false,
      verifyFirst: true,
    });
    await rig.call("runSchedule", { id });
    await afterPush(rig.core, () => rig.told.some(({ schedule }) => schedule === id));
    rig.service.setFaults(NO_FAULTS);
    await rig.runs(1);
    const states = rig.told.map(({ schedule, state }) => `${schedule === null ? "asked" : "timed"} ${state}`);
    expect(states).toContain("timed waiting");
    expect(states.indexOf("timed writing")).toBeGreaterThan(states.indexOf("asked done"));
    expect(states.indexOf("asked done")).toBeGreaterThan(-1);
    expect(rig.files()).toHaveLength(1);
  });

  it("a scheduled export refreshes first if the schedule requires it", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make({ refreshFirst: true });
    rig.service.company.upsertItem({ id: "made-since", name: "Made since" });
    await rig.call("runSchedule", { id });
    await rig.runs(1);
    expect(readRows(rig, rig.files()[0] ?? "").some((row) => row["id"] === "made-since")).toBe(true);
    await rig.call("exploreSample");
    await rig.call("runSchedule", { id });
    await rig.runs(1);
    await afterPush(rig.core, async () => (await rig.only()).failure !== null);
    expect((await rig.only()).last?.error?.message).toMatch(/^This connection is not open/);
    await rig.call("editSchedule", {
      id,
      plan: { ...(await rig.only()).plan, refreshFirst: false },
      folder: null,
    });
    await rig.pass(1_000);
    await rig.call("runSchedule", { id });
    await rig.runs(3);
    expect(rig.files()).toHaveLength(2);
  });
});

describe("overdue schedules", () => {
  it("a schedule with several missed runs runs once at the next start", async () => {
    const rig = await startScheduleRig();
    await rig.make();
    const { nextRun } = await rig.only();
    await rig.restart(27 * HOUR + 30 * MINUTE);
    await rig.runs(1);
    const after = await rig.only();
    expect(after.last).toMatchObject({ state: "done", rows: 40, file: rig.files()[0] });
    expect(Date.parse(after.nextRun ?? "") - Date.parse(nextRun ?? "")).toBe(27 * HOUR);
    await rig.pass(MINUTE);
    await rig.restart(MINUTE);
    expect([rig.files().length, await rig.only()]).toEqual([1, after]);
    await rig.pass(30 * MINUTE);
    await rig.runs(2);
    expect(rig.files()).toHaveLength(2);
  });

  it("a schedule with several runs missed during sleep runs once after the sleep", async () => {
    const rig = await startScheduleRig();
    await rig.make({ refreshFirst: true });
    await rig.core.suspend();
    rig.service.company.upsertItem({ id: "made-since", name: "Made since" });
    await rig.wake(3 * HOUR + 30 * MINUTE);
    await rig.runs(1);
    expect((await rig.only()).last).toMatchObject({ state: "done", rows: 41 });
    expect(readRows(rig, rig.files()[0] ?? "").some((row) => row["id"] === "made-since")).toBe(true);
    await rig.core.suspend();
    await rig.wake(MINUTE);
    expect(rig.files()).toHaveLength(1);
  });

  it("an overdue schedule that requires a refresh also refreshes first at the next start", async () => {
    const rig = await startScheduleRig();
    await rig.make({ refreshFirst: true });
    rig.service.company.upsertItem({ id: "made-since", name: "Made since" });
    await rig.restart(5 * HOUR);
    await rig.runs(1);
    expect((await rig.only()).last).toMatchObject({ state: "done", rows: 41 });
  });

  it("all overdue schedules run one after another", async () => {
    const rig = await startScheduleRig();
    await rig.make();
    await rig.make({ viewId: "available", timing: { kind: "hours", every: 2 } });
    await rig.make({ timing: { kind: "hours", every: 100 } });
    await rig.restart(9 * HOUR);
    await rig.runs(2);
    const states = (await rig.call("listSchedules")).map(({ last }) => last?.state ?? null);
    expect(states).toEqual(["done", "done", null]);
    expect(rig.files()).toHaveLength(2);
  });

  it("a schedule does not repeat runs that it missed while paused", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make();
    await rig.call("pauseSchedule", { id, paused: true });
    expect((await rig.only()).nextRun).toBeNull();
    await rig.restart(10 * HOUR);
    await rig.call("pauseSchedule", { id, paused: false });
    expect([rig.files(), (await rig.only()).last]).toEqual([[], null]);
  });

  it("a schedule runs again at the next start if the app quit during its run", async () => {
    const rig = await startScheduleRig();
    await rig.make({ refreshFirst: true });
    rig.service.setFaults({ latencyMs: 5_000 });
    await rig.pass(HOUR + 1_000);
    await afterPush(rig.core, () => rig.told.some(({ state }) => state === "verifying"));
    rig.service.setFaults(NO_FAULTS);
    await rig.restart(5 * MINUTE);
    await afterPush(rig.core, async () => (await rig.only()).last !== null);
    expect(await rig.only()).toMatchObject({ last: { state: "done" }, failure: null });
    expect(rig.files()).toHaveLength(1);
  });
});

describe("scheduled exports that fail", () => {
  it("a scheduled export reports a missing folder without creating it", async () => {
    const rig = await startScheduleRig();
    await rig.make();
    fs.rmdirSync(rig.target);
    await rig.pass(HOUR + 1_000);
    await rig.runs(1);
    const failed = await rig.only();
    expect(failed).toMatchObject({
      last: { state: "failed", error: { kind: "store" } },
      failure: { state: "failed" },
    });
    expect(failed.last?.error?.message).toMatch(/^The folder is not there/);
    expect(fs.existsSync(rig.target)).toBe(false);
    fs.mkdirSync(rig.target);
    await rig.pass(HOUR);
    await rig.runs(2);
    expect(await rig.only()).toMatchObject({ last: { state: "done" }, failure: { state: "failed" } });
    await rig.restart(1_000);
    expect((await rig.only()).failure).not.toBeNull();
    await rig.call("seeScheduleFailures");
    await rig.restart(1_000);
    expect(await rig.only()).toMatchObject({ last: { state: "done" }, failure: null });
  });

  it("a scheduled export reports a deleted view", async () => {
    const rig = await startScheduleRig();
    const { connectionId } = rig;
    const view = await rig.call("createView", {
      connectionId,
      resource: "items",
      name: "Mine",
      definition: { version: 1, minor: 0, search: "", filters: [], sort: [] },
    });
    await rig.make({ viewId: view.id });
    await rig.call("deleteView", { connectionId, id: view.id });
    expect((await rig.only()).viewName).toBeNull();
    await rig.pass(HOUR + 1_000);
    await afterPush(rig.core, async () => (await rig.only()).failure !== null);
    expect((await rig.only()).failure?.error?.message).toMatch(/^The view was deleted\./);
    await rig.call("restoreView", { connectionId, id: view.id });
    await rig.pass(HOUR);
    await rig.runs(1);
    expect(await rig.only()).toMatchObject({ viewName: "Mine", last: { state: "done" } });
  });

  for (const { trouble, options, words } of [
    { trouble: "a read-only folder", options: "size=64m,ro", words: /^Nothing can be written to the folder/ },
    { trouble: "a full disk", options: "size=16k", words: /^The disk is full\. Earlier files/ },
  ])
    it(`a schedule reports ${trouble}`, async () => {
      const rig = await startScheduleRig(3_000);
      const mounting = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", rig.target]);
      if (mounting.status !== 0) {
        console.info(`nothing can be mounted here: ${trouble} is not tested`);
        return;
      }
      onTestFinished(() => void spawnSync("umount", ["-l", rig.target]));
      await rig.make();
      await rig.pass(HOUR + 1_000);
      await rig.runs(1);
      expect((await rig.only()).last?.error?.message).toMatch(words);
      expect(rig.files()).toEqual([]);
    });
});

describe("the list of scheduled exports", () => {
  it("the list drops a deleted schedule, but the schedule's files stay", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make({ keep: 1 });
    await rig.call("runSchedule", { id });
    await rig.runs(1);
    await rig.call("deleteSchedule", { id });
    expect(await rig.call("listSchedules")).toEqual([]);
    await rig.restart(2 * HOUR);
    expect(await rig.call("listSchedules")).toEqual([]);
    expect(rig.files()).toHaveLength(1);
    await rig.make();
    await rig.call("disconnect", { connectionId: rig.connectionId });
    expect(await rig.call("listSchedules")).toEqual([]);
    await rig.restart(0);
    expect(await rig.call("listSchedules")).toEqual([]);
    expect(rig.files()).toHaveLength(1);
  });

  it("a schedule deleted during its run does not return to the list", async () => {
    const rig = await startScheduleRig();
    const id = await rig.make();
    await rig.call("runSchedule", { id });
    await rig.call("deleteSchedule", { id });
    await afterPush(rig.core, () => rig.told.some(({ state }) => state === "done"));
    await rig.restart(0);
    expect(await rig.call("listSchedules")).toEqual([]);
    expect(rig.files()).toHaveLength(1);
  });

  it("the app refuses calls for unknown schedules", async () => {
    const rig = await startScheduleRig();
    await expect(rig.make({ columns: ["colour"] })).rejects.toThrow('no column "colour"');
    await expect(rig.make({ viewId: "none" })).rejects.toThrow("The view was deleted");
    await expect(
      rig.call("createSchedule", {
        connectionId: rig.connectionId,
        plan: PLAN,
        folder: "00000000-0000-4000-8000-000000000000",
      }),
    ).rejects.toThrow("Choose the folder once more.");
    expect(await rig.call("listSchedules")).toEqual([]);
  });
});
