import { randomUUID } from "node:crypto";
import fs from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startSampleService } from "../../service/index.ts";
import { autostartFile, XdgAutostart } from "../../../electron/features/autostart/xdg-autostart.ts";
import { CALLS, type CallInput, type CallName, type CallOutput } from "../../../shared/contract/contract.ts";
import type { Result } from "../../../shared/base/errors.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { CUT_PLAN } from "../../helpers/cut-plan.ts";
import { startFront, type Front, type Interception } from "../../helpers/front.ts";
import { LOW_RULE, WEEKLY_PLAN } from "../../helpers/made-by-user.ts";
import { NotedUpdates } from "../../helpers/noted-updates.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { QUERY, VALID, VIEW } from "./contract-inputs.ts";
import { startCoreUnderTest, type CoreUnderTest } from "./core-under-test.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

/** The text in the key. All output of the core is searched for this text. */
const CANARY = "CanaryOfEveryCall";
const KEY = `sample_live_${CANARY}_key`;

/** A core with a connection, its calls so far, and all its output. */
class Watched {
  readonly under: CoreUnderTest;
  readonly front: Front;
  readonly called = new Set<string>();
  readonly #left: string[] = [];

  constructor(under: CoreUnderTest, front: Front) {
    this.under = under;
    this.front = front;
    under.core.events.subscribe((name, payload) => this.#left.push(JSON.stringify([name, payload])));
  }

  /** Makes a call, and accepts any answer. */
  async send<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> {
    const answer = (await this.under.core.dispatch(name, input)) as Result<CallOutput<N>>;
    this.called.add(name);
    this.#left.push(JSON.stringify(answer));
    return answer;
  }

  /** Makes a call that must succeed. */
  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const answer = await this.send(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
    return answer.value;
  }

  idle(): Promise<void> {
    return waitUntil(async () => {
      const { state, firstPullComplete } = await this.call("getStatus", undefined);
      return firstPullComplete && state === "idle";
    }, "the end of the pass");
  }

  /** The places of the searched texts in answers, events, log lines, the clipboard and files. */
  found(): readonly string[] {
    const { folder, lines, copied } = this.under;
    const files = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, fs.readFileSync(path.join(parentPath, name), "latin1")] as const);
    if (files.length < 3) throw new Error("The core keeps no files to search.");
    const places = [
      ["answers and events", this.#left.join("\n")],
      ["log", lines.join("\n")],
      ["clipboard", copied.join()],
      ...files,
    ] as const;
    return places.filter(([, text]) => text.includes(CANARY)).map(([place]) => place);
  }
}

async function connected(): Promise<{ watched: Watched; connectionId: string; id: string }> {
  const service = await startSampleService({ items: 60, key: KEY });
  onTestFinished(() => service.close());
  const front = await startFront(service.url);
  const under = startCoreUnderTest("electron", {
    showNotification: async () => true,
    printPdf: async () => new Uint8Array(8),
    trayAvailable: async () => true,
    autostart: new XdgAutostart(autostartFile({}, await temporaryFolder()), [process.execPath]),
    updates: new NotedUpdates(),
  });
  onTestFinished(() => under.close());
  const watched = new Watched(under, front);
  await watched.call("testConnection", { baseUrl: front.url, key: KEY });
  const { connectionId } = await watched.call("connect", { baseUrl: front.url, key: KEY });
  await watched.idle();
  const { rows } = await watched.call("queryPage", {
    resource: "items",
    query: QUERY,
    offset: 0,
    limit: 1,
  });
  return { watched, connectionId, id: String(rows[0]?.["id"]) };
}

/** Makes all calls of a count, from its start to its deletion. */
async function countMade(watched: Watched, connectionId: string, id: string): Promise<void> {
  const { countId } = await watched.call("startCount", {
    withTeam: false,
    connectionId,
    name: "Hall",
    scope: { kind: "all" },
    share: 100,
    blind: false,
    withCheckedOut: false,
    tolerance: 2,
    query: { version: 1, filter: { field: "id", op: "is", value: id } },
  });
  const of = { connectionId, countId };
  await watched.call("listExpected", of);
  await watched.call("countItems", {
    ...of,
    by: "tick",
    entries: [{ text: id, itemId: id, length: null, weight: null }],
  });
  await watched.call("listCountScans", of);
  await watched.call("measureScan", { ...of, number: 1, length: 1, weight: null });
  await watched.call("removeScans", { ...of, numbers: [1] });
  await watched.call("closeCount", of);
  await watched.call("verifyCount", of);
  await watched.call("countResult", of);
  // These calls are refused, because there is no team.
  await watched.send("compareCount", of);
  await watched.send("shareCount", of);
  await watched.call("deleteCount", of);
}

/** Makes the calls that need another call's result, or secrets. The other calls use `VALID`. */
async function callMade(watched: Watched, connectionId: string, id: string): Promise<void> {
  const of = { connectionId };
  const { under } = watched;
  await watched.call("replaceKey", { key: KEY });
  await watched.call("saveSettings", DEFAULT_SETTINGS);
  await watched.call("answerQuestion", { answer: "later" });
  await watched.call("refreshRecord", { resource: "items", id });
  await watched.call("verifyRecords", { resource: "items", ids: [id] });
  await watched.call("proposeUnits", of);
  await watched.call("queryPriceBases", of);
  await watched.call("lookUpScan", { ...of, text: "itm_1", resources: ["items"] });
  await watched.call("readTeam", of);
  await watched.call("setTeamScope", { ...of, kind: "limits", isShared: false });
  await watched.call("preferTeamRecords", { ...of, kind: "limits" });
  await watched.call("exchangeTeam", of);
  await watched.call("acceptTeamLoss", of);
  await watched.call("confirmTeamEdits", { ...of, sends: true });
  await watched.send("previewShare", { ...of, from: connectionId, kind: "limits" });
  await watched.send("shareRecords", { ...of, from: connectionId, kind: "limits", replaces: false });
  await watched.send("shareView", { ...of, id: randomUUID() });
  await watched.send("deleteTeamView", { ...of, id: randomUUID() });
  await watched.send("shareAlertRule", { ...of, id: randomUUID() });
  await watched.send("deleteTeamRule", { ...of, id: randomUUID() });
  await watched.send("resolveLost", { ...of, document: "limits", id: "r", number: 1, uses: false });
  await watched.call("markSeen", { view: "items", number: 1 });
  await countMade(watched, connectionId, id);
  await watched.call("saveUiState", { name: "grid.items", value: "{}" });
  const defect = new Error(`a request with ${KEY}`);
  under.core.crashes.add({ kind: "defect", reason: "Error", defect });
  await waitUntil(async () => (await watched.send("showCrashReports", undefined)).ok, "the crash report");
  await watched.call("savePdf", { name: "Overview" });
  await watched.call("saveAlertSettings", { notifications: true, quietHours: null, quietDays: [] });
  await watched.call("editConnection", { ...of, name: "Hall", colour: "red" });
  await watched.call("copyText", { text: id });
  for (const on of [true, false]) await watched.call("setAutostart", { on });
  await watched.call("saveLanguage", { language: null });
  await watched.send("restart", undefined);

  const view = await watched.call("createView", {
    ...of,
    resource: "items",
    name: "Films",
    definition: VIEW,
  });
  await watched.call("saveView", { ...of, id: view.id, definition: { ...VIEW, search: "film" } });
  await watched.call("renameView", { ...of, id: view.id, name: "Foils" });
  await watched.call("moveView", { ...of, id: view.id, before: null });
  await watched.call("deleteView", { ...of, id: view.id });
  await watched.call("restoreView", { ...of, id: view.id });
  const rule = await watched.call("saveAlertRule", { ...of, rule: LOW_RULE });
  await watched.call("deleteAlertRule", { ...of, id: rule.id });
  await watched.call("restoreAlertRule", { ...of, id: rule.id });
  for (const plan of [CUT_PLAN, null])
    await watched.call("saveRecords", savedRecords(of.connectionId, "cutPlans", { [CUT_PLAN.id]: plan }));

  await watched.call("getMail", undefined);
  await watched.call("saveMail", { server: null, authority: "keep" });
  await watched.send("chooseMailAuthority", undefined);
  await watched.send("setMailPassword", { password: `mail ${CANARY}` });
  await watched.call("forgetMailPassword", undefined);
  await watched.call("testMail", { to: "ann@example.com" });
  await watched.call("listPlannedMails", of);
  await watched.send("sendPlannedMail", { ...of, name: "digest" });
  await watched.call("reportSheetDrawn", { ...of, sheet: randomUUID(), isWhole: true });
  const { chosen } = await watched.call("chooseScheduleFolder", undefined);
  const folder = chosen?.folder ?? "";
  const scheduled = { plan: WEEKLY_PLAN, folder };
  await watched.call("createSchedule", { ...of, ...scheduled });
  const [schedule] = await watched.call("listSchedules", undefined);
  const ofSchedule = { id: schedule?.id ?? "" };
  await watched.call("editSchedule", { ...ofSchedule, ...scheduled });
  for (const paused of [true, false]) await watched.call("pauseSchedule", { ...ofSchedule, paused });
  await watched.call("runSchedule", ofSchedule);
  const ended = (): Promise<void> =>
    waitUntil(
      async () => (await watched.call("listExports", of)).every(({ state }) => state === "done"),
      "the exports",
    );
  await waitUntil(async () => (await watched.send("showScheduleFile", ofSchedule)).ok, "the scheduled file");
  await watched.call("deleteSchedule", ofSchedule);
  const { startExport } = VALID;
  if (!startExport) throw new Error("no valid export");
  const exported = { id: (await watched.call("startExport", { ...startExport, ...of })).id ?? "" };
  await ended();
  await watched.call("openExport", { ...of, ...exported, what: "folder" });
}

/** Calls that open windows, which this host does not have. */
const WINDOWS: readonly CallName[] = ["openWindow"];
/** Calls after which no connection, or another connection, is open; they run last. */
const LAST: readonly CallName[] = [
  "restoreBackup",
  "exploreSample",
  // Only the sample company has a past.
  "openPastDay",
  "queryDifferences",
  "switchConnection",
  "adoptAsNewConnection",
  "wipeLocalData",
  "forgetKey",
  "disconnect",
];

/** Makes every call that was not made yet, with a valid input for the connection. */
async function callOthers(watched: Watched, connectionId: string, id: string): Promise<void> {
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => !watched.called.has(name));
  for (const name of [...names.filter((one) => ![...LAST, ...WINDOWS].includes(one)), ...LAST]) {
    const text = JSON.stringify(VALID[name] ?? null)
      .replaceAll('"connectionId":"none"', `"connectionId":"${connectionId}"`)
      .replaceAll('"id":"none"', `"id":"${id}"`);
    await watched.call(name, JSON.parse(text) as never);
  }
}

it("no response, event, log line or file contains the key, a token or a secret", async () => {
  const { watched, connectionId, id } = await connected();
  await callMade(watched, connectionId, id);
  await callOthers(watched, connectionId, id);
  expect([...watched.called, ...WINDOWS].toSorted()).toEqual(Object.keys(CALLS).toSorted());
  expect(watched.found()).toEqual([]);
});

const json = (response: ServerResponse, status: number, body: string): true => {
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  return true;
};
const QUOTING = JSON.stringify({ error: KEY, message: `No ${KEY}`, requestId: KEY, retryAfter: 0 });

/** Ms for the tries of one request. The waits between them are 1, 2 and 4 s, each varied by up to a half. */
const TRIES_END_WITHIN_MS = 30_000;

it.each<[string, Interception]>([
  ...[400, 401, 404, 500].map((status): [string, Interception] => [
    `a refusal of status ${status}`,
    (_request, response) => json(response, status, QUOTING),
  ]),
  [
    "a request id",
    (_q, response) => json(response, 200, `{"data":[],"meta":{"requestId":"${KEY}","hasMore":false}}`),
  ],
  ["a field name in invalid JSON", (_q, response) => json(response, 200, `{"data":[{"${KEY}":NaN}]}`)],
  [
    "a redirect",
    (_q, response) => {
      response.writeHead(302, { Location: `/${KEY}` }).end();
      return true;
    },
  ],
])(
  "no response, event or file contains the key that the service quotes in %s",
  async (_where, answer) => {
    const { watched, id } = await connected();
    watched.front.intercept(answer);
    const passes = (): number =>
      watched.under.lines.filter((line) => /"pass (ended|failed)"/.test(line)).length;
    const before = passes();
    await watched.send("testConnection", { baseUrl: watched.front.url, key: KEY });
    await watched.send("refreshRecord", { resource: "items", id });
    await watched.send("verifyRecords", { resource: "items", ids: [id] });
    await watched.send("syncNow", { full: true });
    await waitUntil(
      async () => {
        const { state } = await watched.call("getStatus", undefined);
        return passes() > before && state !== "syncing";
      },
      "the end of the pass",
      TRIES_END_WITHIN_MS,
    );
    for (const name of ["bootstrap", "getStatus", "diagnostics", "saveDiagnostics"] as const)
      await watched.call(name, undefined);
    expect(watched.found()).toEqual([]);
  },
  2 * TRIES_END_WITHIN_MS,
);
