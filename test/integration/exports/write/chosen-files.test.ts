import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSampleService, type SampleService } from "../../../service/index.ts";
import type { CallInput, CallName, CallOutput } from "../../../../shared/contract/contract.ts";
import type { Result } from "../../../../shared/base/errors.ts";
import type { ExportProgress } from "../../../../shared/delivery/exports.ts";
import { exportOfIds } from "../../../helpers/export-request.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";
import { startCoreUnderTest } from "../../contract/core-under-test.ts";
import { pulled } from "./support.ts";

/** The simulated user: the chosen file, the answer about replacing it, and the questions so far. */
const user = { chooses: "", replaces: false, asked: [] as string[] };
const under = startCoreUnderTest("electron", {
  chooseExport: async () => user.chooses,
  confirmReplace: async (file) => {
    user.asked.push(file);
    return user.replaces;
  },
});
let service: SampleService;
let connectionId = "";

const call = async <N extends CallName>(name: N, input?: CallInput<N>): Promise<Result<CallOutput<N>>> =>
  (await under.core.dispatch(name, input)) as Result<CallOutput<N>>;

beforeAll(async () => {
  service = await startSampleService({ items: 20 });
  connectionId = await pulled(under, service);
});

afterAll(async () => {
  await under.close();
  await service.close();
});

/** Exports to the chosen file. @returns the written export; null if no export started. */
async function exportTo(file: string, replaces = false): Promise<ExportProgress | null> {
  Object.assign(user, { chooses: file, replaces, asked: [] });
  const begun = await call("startExport", exportOfIds(connectionId));
  if (!begun.ok) throw new Error(begun.error.message);
  const { id } = begun.value;
  if (id === null) return null;
  let found: ExportProgress | undefined;
  await waitUntil(async () => {
    const list = await call("listExports", { connectionId });
    found = list.ok ? list.value.find((one) => one.id === id && one.state === "done") : undefined;
    return found !== undefined;
  }, "the end of the export");
  return found ?? null;
}

describe("export files without a file extension", () => {
  it("a file name without an extension gets the format's extension", async () => {
    const file = path.join(await temporaryFolder(), "items");
    expect((await exportTo(file))?.file).toBe(`${file}.csv`);
    expect(user.asked).toEqual([]);
  });

  it("the app asks before replacing a file whose name results from the added extension", async () => {
    const file = path.join(await temporaryFolder(), "items");
    fs.writeFileSync(`${file}.csv`, "mine");
    expect(await exportTo(file)).toBeNull();
    expect([user.asked, fs.readFileSync(`${file}.csv`, "utf8")]).toEqual([[`${file}.csv`], "mine"]);
    expect((await exportTo(file, true))?.file).toBe(`${file}.csv`);
    expect([user.asked, fs.readFileSync(`${file}.csv`, "utf8")]).toEqual([
      [`${file}.csv`],
      expect.stringContaining("itm_"),
    ]);
  });

  it("the app asks if a dangling link already has the file name", async () => {
    const file = path.join(await temporaryFolder(), "items");
    fs.symlinkSync("nowhere", `${file}.csv`);
    expect(await exportTo(file)).toBeNull();
    expect(user.asked).toEqual([`${file}.csv`]);
  });
});

describe("export files with a file extension", () => {
  it("the app does not ask again about a file confirmed in the file dialog", async () => {
    const file = path.join(await temporaryFolder(), "items.csv");
    fs.writeFileSync(file, "mine");
    expect((await exportTo(file))?.file).toBe(file);
    expect(user.asked).toEqual([]);
  });

  it.each(["a.csv", "A.CSV", "a.xlsx", "a.json", "a.ndjson", "a.parquet"])(
    "the app can open an exported file named %s",
    async (name) => {
      const written = await exportTo(path.join(await temporaryFolder(), name));
      const { id, file } = written as ExportProgress;
      expect((await call("openExport", { connectionId, id, what: "file" })).ok).toBe(true);
      expect(under.opened.at(-1)).toEqual(["file", file]);
    },
  );

  it.each(["a.desktop", "a.exe", "a.sh", "a.csv.bat", "a.html", "a.pdf.lnk", "a.app"])(
    "the app never opens an exported file named %s",
    async (name) => {
      const written = await exportTo(path.join(await temporaryFolder(), name));
      const { id, file } = written as ExportProgress;
      const before = under.opened.length;
      expect(await call("openExport", { connectionId, id, what: "file" })).toMatchObject({
        ok: false,
        error: { kind: "invalid_input", message: expect.stringMatching(/Show this one in its folder/) },
      });
      expect(under.opened).toHaveLength(before);
      expect((await call("openExport", { connectionId, id, what: "folder" })).ok).toBe(true);
      expect(under.opened.at(-1)).toEqual(["folder", file]);
    },
  );
});
