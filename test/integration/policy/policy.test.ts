import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBrowserCore } from "../../../electron/hosts/browser/browser-core.ts";
import { startBrowserHost } from "../../../electron/hosts/browser/browser-host.ts";
import type { CoreOptions } from "../../../electron/hosts/core/core-options.ts";
import { POLICY_ROOT } from "../../../electron/base/policy/read-policy.ts";
import type { CallName } from "../../../shared/contract/contract.ts";
import { said } from "../../../shared/base/errors.ts";
import { POLICY_ERRORS } from "../../../shared/base/messages.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { exportOfIds } from "../../helpers/export-request.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { cliProcess, serve, syncOf } from "../cli/support.ts";
import { startCoreUnderTest, type CoreUnderTest } from "../contract/core-under-test.ts";
import { pulled } from "../exports/write/support.ts";
import { PLAN } from "../exports/schedule/schedule-rig.ts";
import { afterPush } from "../../helpers/after-push.ts";

const FIXED = "https://inventory.example/v1";
const VIEW = { version: 1, minor: 0, search: "", filters: [], sort: [] };
const OUTSIDE = (folder: string): object => ({
  kind: "policy",
  message: expect.stringContaining(`to ${folder} only`) as string,
  text: { key: "base.policy.exportFolders", values: { folders: folder } },
});

/** The core's answer, whether success or failure. */
async function answer({ core }: CoreUnderTest, name: CallName, input?: unknown) {
  return core.dispatch(name, input) as Promise<{ ok: boolean; value?: unknown; error?: unknown }>;
}

function startWith(policy: Policy, more: Partial<CoreOptions> = {}): CoreUnderTest {
  const under = startCoreUnderTest("electron", { ...more, policy });
  onTestFinished(() => under.close());
  return under;
}

/** A folder in place of `/`, with the given policy. */
async function rootWith(policy: Policy | string): Promise<Record<string, string>> {
  const root = await temporaryFolder();
  fs.mkdirSync(path.join(root, "etc/stockdeck"), { recursive: true });
  const text = typeof policy === "string" ? policy : JSON.stringify(policy);
  fs.writeFileSync(path.join(root, "etc/stockdeck/policy.json"), text);
  return { [POLICY_ROOT]: root };
}

describe("a fixed base URL", () => {
  it("a fixed base URL refuses other addresses except the sample data", async () => {
    const service = await serve();
    const under = startWith({ baseUrl: FIXED });
    for (const name of ["testConnection", "connect"] as const)
      expect(await answer(under, name, { baseUrl: service.url, key: service.key })).toEqual({
        ok: false,
        error: {
          kind: "policy",
          message: expect.stringContaining(FIXED) as string,
          text: { key: "base.policy.baseUrl", values: { url: FIXED } },
        },
      });
    expect(service.requests.total).toBe(0);
    expect(await answer(under, "exploreSample")).toMatchObject({ ok: true, value: { kind: "sample" } });
    expect(await answer(under, "bootstrap")).toMatchObject({ value: { policy: { baseUrl: FIXED } } });
  });

  it("a new connection gets its name from the policy", async () => {
    const service = await serve();
    const under = startWith({ baseUrl: service.url, connectionName: "Plant 2" });
    const connected = await answer(under, "connect", { baseUrl: service.url, key: service.key });
    expect(connected).toMatchObject({ ok: true, value: { name: "Plant 2" } });
    const { connectionId, colour } = connected.value as { connectionId: string; colour: string };
    expect(await answer(under, "editConnection", { connectionId, name: "Mine", colour })).toMatchObject({
      ok: true,
    });
  });

  it("a fixed base URL allows every spelling of the same address", async () => {
    const service = await serve();
    const under = startWith({ baseUrl: service.url });
    const written = { baseUrl: `${service.url}/`, key: service.key };
    expect(await answer(under, "testConnection", written)).toMatchObject({ ok: true });
    expect(await answer(under, "connect", written)).toMatchObject({ ok: true });
  });

  it("a fixed base URL blocks stored connections to other addresses", async () => {
    const service = await serve();
    const before = startCoreUnderTest("electron");
    const connectionId = await pulled(before, service);
    await before.core.close();
    const { total } = service.requests;

    const under = startWith({ baseUrl: FIXED }, { folder: before.folder });
    expect(await answer(under, "bootstrap")).toMatchObject({
      value: {
        connection: null,
        notice: { kind: "policy" },
        connections: { connections: [{ connectionId }] },
      },
    });
    expect(await answer(under, "switchConnection", { connectionId })).toMatchObject({
      ok: false,
      error: { kind: "policy" },
    });
    expect(service.requests.total).toBe(total);
  });

  it("a fixed base URL also applies to the command line", async () => {
    const service = await serve();
    const folder = await temporaryFolder();
    const refused = await cliProcess(syncOf(service, folder), await rootWith({ baseUrl: FIXED }));
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toBe(
      `stockdeck: Your administrator has set the base URL to ${FIXED}. No other may be used.\n`,
    );
    expect((await cliProcess(syncOf(service, folder), await rootWith({ baseUrl: service.url }))).code).toBe(
      0,
    );
    expect(fs.readdirSync(folder)).not.toEqual([]);
  });
});

describe("the folders that a policy allows for exports", () => {
  /** An allowed folder, and paths that lead out of it. */
  async function folders(): Promise<{ readonly allowed: string; readonly refused: readonly string[] }> {
    const root = await temporaryFolder();
    const [allowed, outside] = [path.join(root, "exports"), path.join(root, "exports-of-others")];
    for (const folder of [allowed, outside, path.join(allowed, "inner")]) fs.mkdirSync(folder);
    fs.symlinkSync(outside, path.join(allowed, "link"));
    const refused = [
      outside,
      root,
      path.join(allowed, "link"),
      `${allowed}/inner/../../exports-of-others`,
      path.join(allowed, "nowhere"),
    ];
    return { allowed, refused };
  }

  it("the app saves files only to the allowed folders", async () => {
    const { allowed, refused } = await folders();
    const chosen = { folder: "" };
    const under = startWith(
      { exportFolders: ["/nonexistent", allowed] },
      {
        chooseFile: async (name) => `${chosen.folder}/${name}`,
        chooseExport: async (name) => `${chosen.folder}/${name}`,
        chooseFolder: async () => chosen.folder,
        printPdf: async () => new Uint8Array(3),
      },
    );
    const service = await serve({ items: 5 });
    const connectionId = await pulled(under, service);
    const view = { name: "V", resource: "items", definition: VIEW };
    const saving: readonly (readonly [CallName, unknown])[] = [
      ["startExport", rows(connectionId)],
      ["saveDiagnostics", undefined],
      ["savePdf", { name: "a" }],
      ["saveWorkbook", { name: "a", sheets: [{ name: "s", columns: ["a"], rows: [["x"]] }] }],
      ["exportNames", { connectionId }],
      ["exportView", view],
      ["chooseScheduleFolder", undefined],
    ];
    for (const folder of refused) {
      chosen.folder = folder;
      for (const [name, input] of saving)
        expect([name, folder, await answer(under, name, input)]).toEqual([
          name,
          folder,
          { ok: false, error: OUTSIDE(`/nonexistent, ${allowed}`) },
        ]);
    }
    for (const folder of [allowed, path.join(allowed, "inner")]) {
      chosen.folder = folder;
      for (const [name, input] of saving.slice(1))
        expect([name, await answer(under, name, input)]).toMatchObject([name, { ok: true }]);
      expect(fs.readdirSync(folder).filter((name) => name.includes(".")).length).toBeGreaterThan(3);
    }
  });

  it("a scheduled export fails if its folder is no longer an allowed folder", async () => {
    const { allowed, refused } = await folders();
    const before = startCoreUnderTest("electron", { chooseFolder: async () => refused[0] ?? "" });
    const service = await serve({ items: 5 });
    const connectionId = await pulled(before, service);
    const chosen = (await answer(before, "chooseScheduleFolder")).value as { chosen: { folder: string } };
    const { folder } = chosen.chosen;
    expect(await answer(before, "createSchedule", { connectionId, plan: PLAN, folder })).toMatchObject({
      ok: true,
    });
    await before.core.close();

    const under = startWith({ exportFolders: [allowed] }, { folder: before.folder });
    const [schedule] = (await answer(under, "listSchedules")).value as { id: string }[];
    await answer(under, "runSchedule", { id: schedule?.id });
    let last: unknown = null;
    await afterPush(under.core, async () => {
      const [one] = (await answer(under, "listSchedules")).value as { last: unknown }[];
      last = one?.last;
      return last !== null;
    });
    expect(last).toMatchObject({ state: "failed", error: OUTSIDE(allowed) });
    expect(fs.readdirSync(refused[0] ?? "")).toEqual([]);
  });

  it("the allowed folders also apply to the command line", async () => {
    const { allowed, refused } = await folders();
    const data = await temporaryFolder();
    const service = await serve({ items: 5 });
    expect((await cliProcess(syncOf(service, data))).code).toBe(0);
    const environment = await rootWith({ exportFolders: [allowed] });
    const words = ["export", "--data-dir", data, "--resource", "items", "--format", "csv", "--out"];
    const out = path.join(refused[2] ?? "", "rows.csv");
    const ended = await cliProcess([...words, out], environment);
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    expect(ended.stderr).toContain(`Your administrator allows files to be exported to ${allowed} only`);
    expect(fs.existsSync(out)).toBe(false);
    expect((await cliProcess([...words, path.join(allowed, "rows.csv")], environment)).code).toBe(0);
  });

  it("a policy with export folders disables exports in a browser", async () => {
    const { allowed } = await folders();
    const folder = await temporaryFolder();
    const saved = process.env[POLICY_ROOT];
    process.env[POLICY_ROOT] = (await rootWith({ exportFolders: [allowed] }))[POLICY_ROOT];
    const core = startBrowserCore(folder);
    process.env[POLICY_ROOT] = (await rootWith("{"))[POLICY_ROOT];
    expect(() => startBrowserCore(folder)).toThrow("It is not JSON.");
    if (saved === undefined) delete process.env[POLICY_ROOT];
    else process.env[POLICY_ROOT] = saved;
    const host = await startBrowserHost({ core, pages: folder });
    onTestFinished(async () => {
      await host.close();
      await core.close();
    });
    await core.dispatch("exploreSample", undefined);
    const connectionId = "sample";
    expect(await core.dispatch("startExport", rows(connectionId))).toEqual({
      ok: false,
      error: { kind: "policy", ...said(POLICY_ERRORS.noDownloads) },
    });
    // A file from before the policy.
    const old = path.join(folder, "old.csv");
    fs.writeFileSync(old, "id\n");
    core.exports.fileOf = () => Promise.resolve(old);
    const address = new URL(host.url);
    address.pathname = "/exported";
    expect((await fetch(address)).status).toBe(404);
  });
});

it("an invalid policy ends every command and names the file and the error", async () => {
  const environment = await rootWith(`{ "colour": 1 }`);
  const file = path.join(environment[POLICY_ROOT] ?? "", "etc/stockdeck/policy.json");
  for (const words of [["--help"], ["status", "--data-dir", "x"], ["serve-sample"]]) {
    const ended = await cliProcess(words, environment);
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([
      2,
      "",
      `stockdeck: The policy of this computer cannot be used: ${file}. There is no setting “colour”. Ask your administrator.\n`,
    ]);
  }
});

it("diagnostics contain the policy", async () => {
  const policy: Policy = { baseUrl: FIXED, updates: { allowed: false }, exportFolders: ["/srv/exports"] };
  expect(await answer(startWith(policy), "diagnostics")).toMatchObject({ value: { policy } });
});

function rows(connectionId: string): object {
  return exportOfIds(connectionId);
}
