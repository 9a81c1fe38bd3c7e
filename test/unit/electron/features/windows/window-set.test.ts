import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  readWindowSet,
  WindowSetFile,
  type SavedWindow,
} from "../../../../../electron/features/windows/window-set.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const place = { x: -1_200, y: 40, width: 900, height: 600, maximized: false };
const SET: readonly SavedWindow[] = [
  { window: 2, place, route: "/items?record=itm_1&connection=p" },
  { window: 5, place: { ...place, maximized: true }, route: "/types" },
];
const fileOf = (folder: string): string => path.join(folder, "window-state.json");

describe("the saved set of windows", () => {
  it("the saved windows are read in the order in which they were last used", async () => {
    const folder = await temporaryFolder();
    expect(new WindowSetFile(folder).read()).toEqual([]);
    await new WindowSetFile(folder).write(SET);
    expect(new WindowSetFile(folder).read()).toEqual(SET);
    expect(fs.readdirSync(folder)).toEqual(["window-state.json"]);
  });

  it("the saved windows are written only after a change", async () => {
    const folder = await temporaryFolder();
    const file = new WindowSetFile(folder);
    await file.write(SET);
    fs.rmSync(fileOf(folder));
    await file.write([...SET]);
    file.writeLast([...SET]);
    expect(fs.existsSync(fileOf(folder))).toBe(false);
    await file.write(SET.slice(1));
    const next = new WindowSetFile(folder);
    expect(next.read()).toEqual(SET.slice(1));
    fs.rmSync(fileOf(folder));
    await next.write(SET.slice(1));
    expect(fs.existsSync(fileOf(folder))).toBe(false);
  });

  it("the saved windows are written in order and in the background", async () => {
    const folder = await temporaryFolder();
    const file = new WindowSetFile(folder);
    const writing = [file.write(SET), file.write(SET.slice(0, 1)), file.write(SET.slice(1))];
    expect(fs.readdirSync(folder)).toEqual([]);
    await Promise.all(writing);
    expect(new WindowSetFile(folder).read()).toEqual(SET.slice(1));
  });

  it("the last windows are saved when the app ends, even during another write", async () => {
    const folder = await temporaryFolder();
    const file = new WindowSetFile(folder);
    const writing = file.write(SET);
    file.writeLast(SET);
    expect(new WindowSetFile(folder).read()).toEqual(SET);
    const later = file.write(SET.slice(0, 1));
    file.writeLast(SET.slice(1));
    expect(new WindowSetFile(folder).read()).toEqual(SET.slice(1));
    await Promise.all([writing, later]);
    expect(new WindowSetFile(folder).read()).toEqual(SET.slice(1));
  });

  it("the windows are saved again if the disk failed the first time", async () => {
    const folder = await temporaryFolder();
    const file = new WindowSetFile(folder);
    fs.mkdirSync(`${fileOf(folder)}.part`);
    await file.write(SET);
    fs.rmdirSync(`${fileOf(folder)}.part`);
    await file.write([...SET]);
    expect(new WindowSetFile(folder).read()).toEqual(SET);
  });

  it("the saved file stays intact if its folder is not writable", async () => {
    const folder = await temporaryFolder();
    await new WindowSetFile(folder).write(SET);
    // No user, not even root, can write a file over a folder.
    for (const name of [".part", ".last"]) fs.mkdirSync(fileOf(folder) + name);
    const file = new WindowSetFile(folder);
    await file.write([]);
    file.writeLast([]);
    expect(file.read()).toEqual(SET);
    for (const name of [".part", ".last"]) fs.rmdirSync(fileOf(folder) + name);
    await file.write([]);
    expect(file.read()).toEqual([]);
    file.writeLast(SET);
    expect(file.read()).toEqual(SET);
  });

  it("no window is restored from a file of another version", () => {
    const record = {
      kind: "record",
      window: 5,
      place,
      record: { connectionId: "p", resource: "types", id: "t" },
    };
    const tables = { kind: "tables", window: 2, place, route: "/items" };
    expect(readWindowSet(JSON.stringify({ version: 2, windows: [tables, record] }))).toEqual([]);
    expect(readWindowSet(JSON.stringify(place))).toEqual([]);
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "[]",
    '{"version":4,"windows":[]}',
    '{"x":1}',
    '{"version":3,"windows":{}}',
  ])("no window is restored from a damaged file: %j", (text) => expect(readWindowSet(text)).toEqual([]));

  it("a damaged entry of a window is dropped without losing the other windows", () => {
    const [first, second] = SET;
    const windows = [
      { ...first, window: 17 },
      { ...first, place: { ...place, width: 1 } },
      { place },
      { ...first, window: 3, route: "https://stock.example/" },
      second,
      // If a number occurs twice, the later window counts.
      { ...first, window: 3, route: "/types" },
    ];
    expect(readWindowSet(JSON.stringify({ version: 3, windows }))).toEqual([
      { ...first, window: 3, route: "/types" },
      second,
    ]);
    const [read] = readWindowSet(JSON.stringify({ version: 3, windows: windows.slice(3, 4) }));
    expect(read).toEqual({ ...first, window: 3, route: null });
  });
});
