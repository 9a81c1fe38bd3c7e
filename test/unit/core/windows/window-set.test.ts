import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  readWindowSet,
  WindowSetFile,
  type SavedWindow,
} from "../../../../electron/core/windows/window-set.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const place = { x: -1_200, y: 40, width: 900, height: 600, maximized: false };
const SET: readonly SavedWindow[] = [
  { kind: "tables", window: 2, place, route: "/items?record=itm_1&profile=p" },
  {
    kind: "record",
    window: 5,
    place: { ...place, maximized: true },
    record: { profileId: "p", resource: "types", id: "typ_1" },
    opener: 2,
  },
];
const fileOf = (folder: string): string => path.join(folder, "window-state.json");

describe("the set of windows", () => {
  it("is read as it was written, in the order of their use", async () => {
    const folder = await temporaryFolder();
    expect(new WindowSetFile(folder).read()).toEqual([]);
    new WindowSetFile(folder).write(SET);
    expect(new WindowSetFile(folder).read()).toEqual(SET);
    expect(fs.readdirSync(folder)).toEqual(["window-state.json"]);
  });

  it("is written only where it changed", async () => {
    const folder = await temporaryFolder();
    const file = new WindowSetFile(folder);
    file.write(SET);
    fs.rmSync(fileOf(folder));
    file.write([...SET]);
    expect(fs.existsSync(fileOf(folder))).toBe(false);
    file.write(SET.slice(1));
    expect(new WindowSetFile(folder).read()).toEqual(SET.slice(1));
  });

  it("survives a folder that cannot be written, and leaves the last whole file as it is", async () => {
    const folder = await temporaryFolder();
    new WindowSetFile(folder).write(SET);
    // Nobody can write a file where a folder is, whoever runs this.
    fs.mkdirSync(`${fileOf(folder)}.part`);
    const file = new WindowSetFile(folder);
    file.write([]);
    expect(file.read()).toEqual(SET);
    fs.rmdirSync(`${fileOf(folder)}.part`);
    file.write([]);
    expect(file.read()).toEqual([]);
  });

  it("takes over the one window of earlier versions", () => {
    expect(readWindowSet(JSON.stringify(place))).toEqual([{ kind: "tables", window: 1, place, route: null }]);
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "[]",
    '{"version":3,"windows":[]}',
    '{"x":1}',
    '{"version":2,"windows":{}}',
  ])("is empty where the file is damaged: %j", (text) => expect(readWindowSet(text)).toEqual([]));

  it("loses a damaged window, not the others; a route that makes no sense costs the route", () => {
    const [tables, record] = SET;
    const windows = [
      { ...tables, window: 17 },
      { ...tables, place: { ...place, width: 1 } },
      { ...record, record: { profileId: "../x", resource: "types", id: "t" } },
      { kind: "elsewhere", window: 3, place },
      { ...tables, window: 3, route: "https://stock.example/" },
      record,
      // The same number twice: the later one counts.
      { ...tables, window: 3, route: "/types" },
    ];
    expect(readWindowSet(JSON.stringify({ version: 2, windows }))).toEqual([
      { ...tables, window: 3, route: "/types" },
      record,
    ]);
    const [first] = readWindowSet(JSON.stringify({ version: 2, windows: windows.slice(4, 5) }));
    expect(first).toEqual({ ...tables, window: 3, route: null });
  });
});
