import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type {
  ScheduledFile,
  ScheduleRow,
} from "../../../../../electron/features/schedules/schedule-table.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const row = (id: string, part: Partial<ScheduleRow> = {}): ScheduleRow => ({
  id,
  connectionId: "p",
  createdAt: 1,
  plan: "{}",
  folder: "/exports",
  paused: 0,
  anchor: 1,
  settledUntil: 1,
  last: null,
  failure: null,
  ...part,
});
const written = (file: string, scheduleId: string, writtenAt: number): ScheduledFile => ({
  file,
  scheduleId,
  writtenAt,
  bytes: 10,
  modifiedAt: writtenAt + 0.25,
  manifest: 1,
});
const databaseFile = async (): Promise<string> => path.join(await temporaryFolder(), "user.sqlite");

describe("the schedule table", () => {
  it("a schedule is read back as it was saved", async () => {
    const file = await databaseFile();
    const store = makeUserStore(file);
    store.saveSchedule(row("x"));
    expect(store.schedules()).toEqual([row("x")]);
    store.close();
    const raw = new DatabaseSync(file);
    const tables = raw
      .prepare("SELECT name, strict FROM pragma_table_list WHERE name LIKE 'schedule%' ORDER BY name")
      .all();
    const plan = raw
      .prepare(
        "EXPLAIN QUERY PLAN SELECT * FROM scheduled_files WHERE scheduleId = 'x' ORDER BY writtenAt DESC",
      )
      .all() as { detail: string }[];
    raw.close();
    expect(tables).toEqual([
      { name: "scheduled_files", strict: 1 },
      { name: "schedules", strict: 1 },
    ]);
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("USING INDEX scheduled_files_in_order"),
    ]);
  });

  it("the schedule table lists the last version of each schedule in order of creation", async () => {
    const store = makeUserStore(await databaseFile());
    store.saveSchedule(row("b", { createdAt: 2 }));
    store.saveSchedule(row("a", { createdAt: 3 }));
    store.saveSchedule(row("b", { createdAt: 2, paused: 1, last: "{}" }));
    expect(store.schedules()).toEqual([
      row("b", { createdAt: 2, paused: 1, last: "{}" }),
      row("a", { createdAt: 3 }),
    ]);
    store.close();
  });

  it("a deleted schedule disappears at once, and its file list disappears at the next start", async () => {
    const file = await databaseFile();
    const first = makeUserStore(file);
    for (const id of ["a", "b"]) first.saveSchedule(row(id));
    first.addScheduledFile(written("/a/1", "a", 1));
    first.addScheduledFile(written("/b/1", "b", 1));
    first.deleteSchedule("a");
    expect(first.schedules().map(({ id }) => id)).toEqual(["b"]);
    first.close();
    const second = makeUserStore(file);
    expect([
      second.schedules().length,
      second.scheduledFiles("a"),
      second.scheduledFiles("b").length,
    ]).toEqual([1, [], 1]);
    second.close();
  });

  it("the schedule table lists a schedule's files, latest first", async () => {
    const store = makeUserStore(await databaseFile());
    store.saveSchedule(row("a"));
    store.saveSchedule(row("b", { connectionId: "q" }));
    for (const at of [1, 3, 2]) store.addScheduledFile(written(`/a/${at}`, "a", at));
    store.addScheduledFile(written("/b/1", "b", 1));
    expect(store.scheduledFiles("a")).toEqual([3, 2, 1].map((at) => written(`/a/${at}`, "a", at)));
    store.forgetScheduledFile("/a/3");
    expect(store.scheduledFiles("a").map(({ file }) => file)).toEqual(["/a/2", "/a/1"]);
    store.forgetConnection("p");
    expect([store.schedules().map(({ id }) => id), store.scheduledFiles("a")]).toEqual([["b"], []]);
    expect(store.scheduledFiles("b")).toHaveLength(1);
    store.close();
  });
});
