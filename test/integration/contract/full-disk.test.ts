// @module-tag whole
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startSampleService } from "../../service/index.ts";
import type { CallInput, CallName, CallOutput } from "../../../shared/contract/contract.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { limitFileSize } from "../../helpers/file-size-limit.ts";
import { memoryKeychain } from "../../helpers/memory-keychain.ts";
import { FILM_VIEW } from "../../helpers/made-by-user.ts";
import { CUT_PLAN } from "../../helpers/cut-plan.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { startCoreUnderTest, type CoreUnderTest } from "./core-under-test.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

/** A text that is long enough to fill the disk in any place. */
const LONG = "a long text ".repeat(80);

/** A folder whose disk is full after `fill`. */
interface Disk {
  readonly folder: string;
  /** The reason why a writing call fails, and its message. */
  readonly failure: readonly [reason: string, sentence: RegExp];
  fill(): void;
  free(): void;
}

/** A disk of a few megabytes; null, with a printed line, if it cannot be mounted without a privileged root. */
async function smallDisk(): Promise<Disk | null> {
  const folder = await temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", folder]).status !== 0) {
    console.info("no small disk can be mounted here: writing on a full disk is not tested");
    return null;
  }
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    failure: ["full", /disk is full/],
    fill: () => void spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=1k"], { stdio: "ignore" }),
    free: () => fs.rmSync(ballast),
  };
}

/** A folder in which the system refuses every write into a file. Any user can make it. */
async function refusedWrites(): Promise<Disk> {
  return {
    folder: await temporaryFolder(),
    failure: ["not_writable", /cannot write to its data folder/],
    fill: () => limitFileSize(0),
    free: () => limitFileSize("unlimited"),
  };
}

/** Makes a call that has to succeed. */
async function succeed<N extends CallName>(
  { core }: CoreUnderTest,
  name: N,
  input?: CallInput<N>,
): Promise<CallOutput<N>> {
  const result = await core.dispatch(name, input);
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
  return result.value as CallOutput<N>;
}

/** Every call that writes into the data folder, with its input; each runs in its own transaction. */
function writing(connectionId: string, viewId: string, backup: string): [CallName, unknown][] {
  const of = { connectionId };
  const notes = { from: "22:00", to: "06:00", days: [1] };
  return [
    ["saveUiState", { ...of, name: "own", value: LONG }],
    [
      "createView",
      { ...of, resource: "items", name: "Second", definition: { ...FILM_VIEW, search: "foil" } },
    ],
    ["saveView", { ...of, id: viewId, definition: { ...FILM_VIEW, search: "foil" } }],
    ["renameView", { ...of, id: viewId, name: "Renamed" }],
    ["saveRecords", savedRecords(connectionId, "names", { "u-1": { name: "Anna", team: "", note: LONG } })],
    ["saveRecords", savedRecords(connectionId, "units", { "": { ...NO_UNITS, length: "m" } })],
    ["saveRecords", savedRecords(connectionId, "thresholds", { "t-1": { measure: "items", below: 3 } })],
    ["saveRecords", savedRecords(connectionId, "limits", { "": 9 })],
    ["saveItemNote", { ...of, note: { itemId: "i-1", text: LONG.slice(0, 400), askedOn: null } }],
    [
      "saveAlertRule",
      {
        ...of,
        rule: {
          name: "Low",
          paused: false,
          watch: { kind: "low", typeId: null },
          afterRefreshes: 1,
          notify: true,
        },
      },
    ],
    ["saveAlertSettings", { notifications: false, quietHours: notes, quietDays: [1] }],
    ["saveRecords", savedRecords(connectionId, "cutPlans", { [CUT_PLAN.id]: CUT_PLAN })],
    ["editConnection", { ...of, name: "Renamed", colour: "red" }],
    ["restoreBackup", { text: backup }],
    ["wipeLocalData", of],
  ];
}

it.each([
  ["a full disk", smallDisk],
  ["a system that refuses to write into files", refusedWrites],
])(
  "each writing call on %s fails clearly and succeeds after space is freed",
  async (_what, make) => {
    const disk = await make();
    if (disk === null) return;
    const { folder } = disk;
    const service = await startSampleService({ items: 300 });
    onTestFinished(() => service.close());
    const keys = memoryKeychain();
    const first = startCoreUnderTest("browser", { folder, keychain: keys });
    const { connectionId } = await succeed(first, "connect", { baseUrl: service.url, key: service.key });
    const idle = async (one: CoreUnderTest): Promise<void> =>
      waitUntil(async () => {
        const { state, firstPullComplete } = await succeed(one, "getStatus");
        return firstPullComplete && state === "idle";
      }, "the end of the pass");
    await idle(first);
    const view = await succeed(first, "createView", {
      connectionId,
      resource: "items",
      name: "Films",
      definition: FILM_VIEW,
    });
    const { text: backup } = await succeed(first, "makeBackup");
    await first.core.close();

    // The database log is new. Free space in an earlier log would accept a few writes even on a full disk.
    const second = startCoreUnderTest("browser", { folder, keychain: keys });
    await idle(second);
    disk.fill();
    const [reason, sentence] = disk.failure;
    const calls = writing(connectionId, view.id, backup).filter(([name]) => name !== "wipeLocalData");
    const kinds = new Map<string, unknown>();
    for (const [name, input] of calls) {
      const result = await second.core.dispatch(name, input);
      if (result.ok) kinds.set(name, "ok");
      else kinds.set(name, [result.error.kind, result.error.reason, sentence.test(result.error.message)]);
    }
    expect(Object.fromEntries(kinds)).toEqual(
      Object.fromEntries(calls.map(([name]) => [name, ["store", reason, true]])),
    );
    // The former data still exist and can be read.
    expect((await succeed(second, "makeBackup")).text).toEqual(
      expect.stringContaining(JSON.stringify(JSON.parse(backup).tables.documents)),
    );
    const rows = { connectionId, resource: "items", query: { version: 1 }, offset: 0, limit: 10 } as const;
    expect((await succeed(second, "queryPage", rows)).total).toBe(300);

    disk.free();
    for (const [name, input] of writing(connectionId, view.id, backup)) {
      const result = await second.core.dispatch(name, input);
      expect([name, result.ok ? "ok" : result.error]).toEqual([name, "ok"]);
    }
    await idle(second);
    await second.core.close();
  },
  60_000,
);
