import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { startSampleService, type SampleService } from "../../service/index.ts";
import {
  CALLS,
  PUSHES,
  type CallName,
  type CallInput,
  type CallOutput,
} from "../../../shared/contract/contract.ts";
import { appErrorSchema } from "../../../shared/base/error-schema.ts";
import type { AppError, Result } from "../../../shared/base/errors.ts";
import type { Query } from "../../../shared/query/query.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { viewFileText } from "../../../shared/features/views/view-share.ts";
import { CUT_PLAN } from "../../helpers/cut-plan.ts";
import { LOW_RULE } from "../../helpers/made-by-user.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { INVALID, NO_VIEW, QUERY, VALID, VIEW } from "./contract-inputs.ts";
import { savedRecords, valuesById } from "../../helpers/saved-records.ts";

/** A host of the contract, as the suite uses it. Its core must be new, without a connection. */
export interface ContractHost {
  /** Makes a call as a page would. The input is sent unchanged, valid or not. */
  call(name: string, input?: unknown): Promise<unknown>;
  /** Every event so far, the oldest first. */
  events(): readonly { readonly name: string; readonly payload: unknown }[];
  /** The core's log lines so far. */
  logLines(): readonly string[];
  /** The folder in which the core keeps its files. */
  readonly folder: string;
  /** The path of a saved file. It is within `folder`, so that it is searched for the key as well. */
  readonly savesTo: string;
}

/** One test of the suite. The tests build on each other and run in order. */
export interface ContractStep {
  readonly title: string;
  run: () => Promise<void>;
}

export interface ContractSuite {
  readonly steps: readonly ContractStep[];
  close(): Promise<void>;
}

/** A key that the suite searches for in every reply, event, log line and file. */
const CANARY = "sample_live_CanaryOfTheContract_0123456789";
const ITEMS = 150;
const NAMED = { name: "Второй склад", colour: "violet" } as const;

/**
 * The tests that every host must pass: the browser host, a faked IPC, and Electron itself. They use no test
 * framework, so that Vitest and Playwright can both run them.
 */
export function contractSuite(host: ContractHost): ContractSuite {
  const replies: unknown[] = [];
  let service: SampleService | null = null;

  const call = async (name: string, input?: unknown): Promise<Result<unknown>> => {
    const reply = (await host.call(name, input)) as Result<unknown>;
    replies.push(reply);
    if (reply.ok) {
      if (Object.hasOwn(CALLS, name))
        CALLS[name as CallName].output.parse(
          reply.value
            ?? ([
              "loadUiState",
              "getRecord",
              "takeViewLink",
              "queryKeptHistory",
              "getAssistantCommand",
            ].includes(name)
              ? null
              : undefined),
        );
    } else {
      appErrorSchema.parse(reply.error);
    }
    return reply;
  };
  const succeed = async <N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>> => {
    const reply = await call(name, input);
    assert.ok(reply.ok, `${name} failed: ${JSON.stringify(reply)}`);
    return reply.value as CallOutput<N>;
  };
  const refuse = async (name: string, input?: unknown): Promise<AppError> => {
    const reply = await call(name, input);
    assert.ok(!reply.ok, `${name} succeeded: ${JSON.stringify(reply)}`);
    return reply.error;
  };
  const pulled = (): Promise<void> =>
    waitUntil(async () => {
      const status = await succeed("getStatus");
      return status.firstPullComplete && status.state === "idle";
    }, "the end of the first pull");
  const lastEvent = (name: string): unknown =>
    host.events().findLast((event) => event.name === name)?.payload;

  const steps: ContractStep[] = [
    {
      title: "bootstrap returns everything that the first paint needs",
      run: async () => {
        const { connection, connections, settings, status, notice } = await succeed("bootstrap");
        assert.deepEqual(
          [connection, connections, settings, status.state, notice],
          [null, { connections: [], current: null }, DEFAULT_SETTINGS, "stopped", null],
        );
      },
    },
    {
      title: "every call returns a result even if there is no connection",
      run: async () => {
        const kinds = new Map<string, string>();
        for (const [name, input] of Object.entries(VALID)) {
          const reply = await call(name, input);
          kinds.set(name, reply.ok ? "ok" : reply.error.kind);
        }
        for (const name of [
          "replaceKey",
          "forgetKey",
          "wipeLocalData",
          "disconnect",
          "adoptAsNewConnection",
          "syncNow",
          "refreshRecord",
        ])
          assert.equal(kinds.get(name), "no_key", name);
        // These calls name a connection, but no connection exists yet.
        const unknown = [
          "switchConnection",
          "editConnection",
          "createView",
          "saveView",
          "renameView",
          "moveView",
          "deleteView",
          "restoreView",
          "saveRecords",
          "saveItemNote",
          "deleteItemNote",
          "saveAlertRule",
          "deleteAlertRule",
          "restoreAlertRule",
          "shareAlertRule",
          "deleteTeamRule",
          "createSchedule",
          "editSchedule",
          "pauseSchedule",
          "deleteSchedule",
          "runSchedule",
          "sendPlannedMail",
          "showScheduleFile",
        ];
        for (const [name, kind] of kinds) {
          if (unknown.includes(name)) assert.equal(kind, "invalid_input", name);
          else assert.ok(kind === "ok" || kind === "no_key", `${name}: ${kind}`);
        }
        assert.ok(unknown.every((name) => kinds.has(name)));
      },
    },
    {
      title: "every call refuses input that the contract does not allow",
      run: async () => {
        assert.deepEqual(Object.keys(INVALID).toSorted(), Object.keys(CALLS).toSorted());
        for (const [name, input] of Object.entries(INVALID))
          assert.deepEqual([name, (await refuse(name, input)).kind], [name, "invalid_input"]);
        const { connection } = await succeed("bootstrap");
        assert.equal(connection, null);
      },
    },
    {
      title:
        "testConnection distinguishes a wrong key, a wrong path and an unreachable service, and stores nothing",
      run: async () => {
        service = await startSampleService({ items: ITEMS, key: CANARY });
        assert.equal(
          typeof (await succeed("testConnection", { baseUrl: service.url, key: CANARY })).requestId,
          "string",
        );
        const wrongKey = await refuse("testConnection", { baseUrl: service.url, key: `${CANARY}-wrong` });
        assert.deepEqual(
          [wrongKey.kind, wrongKey.status, typeof wrongKey.requestId],
          ["unauthorized", 401, "string"],
        );
        assert.equal(
          (await refuse("testConnection", { baseUrl: `${service.url}/v9`, key: CANARY })).kind,
          "protocol",
        );
        assert.deepEqual(
          await refuse("testConnection", { baseUrl: "http://127.0.0.1:9", key: CANARY }).then(
            ({ kind }) => kind,
          ),
          "network",
        );
        assert.equal(
          (await refuse("testConnection", { baseUrl: "http://inventory.example", key: CANARY })).kind,
          "invalid_input",
        );
        assert.equal((await succeed("bootstrap")).connection, null);
      },
    },
    {
      title: "connect pulls all data, pushes its progress, and never returns the key",
      run: async () => {
        assert.ok(service);
        const connection = await succeed("connect", { baseUrl: service.url, key: CANARY });
        assert.deepEqual([connection.kind, connection.baseUrl], ["service", service.url]);
        await pulled();
        await waitUntil(
          () => (lastEvent("status") as { state?: string } | undefined)?.state === "idle",
          "the event of the end",
        );
        const change = PUSHES.dataChanged.parse(lastEvent("dataChanged"));
        assert.equal(change.totals.items, ITEMS);
        assert.deepEqual(PUSHES.connection.parse(lastEvent("connection")), connection);
        for (const { name, payload } of host.events()) PUSHES[name as keyof typeof PUSHES].parse(payload);
        assert.deepEqual(
          await refuse("testConnection", { baseUrl: "https://elsewhere.example" }).then(({ kind }) => kind),
          "no_key",
        );
      },
    },
    {
      title:
        "a record can be refreshed, a sync can be started and cancelled, and errors keep their request id",
      run: async () => {
        assert.ok(service);
        service.company.upsertItem({ id: "contract-1", name: "Fresh" });
        assert.equal(
          (await succeed("refreshRecord", { resource: "items", id: "contract-1" })).row["name"],
          "Fresh",
        );
        const missing = await refuse("refreshRecord", { resource: "items", id: "nowhere" });
        assert.deepEqual(
          [missing.kind, missing.requestId],
          ["not_found", service.requests.entries.at(-1)?.requestId],
        );
        await succeed("syncNow", { full: true });
        await succeed("cancelSync");
        await pulled();
        service.setKeyState(CANARY, "revoked");
        await succeed("syncNow", { full: false });
        await waitUntil(async () => (await succeed("getStatus")).state === "unauthorized", "the refusal");
        assert.equal((await succeed("queryCount", { resource: "items", query: QUERY })).all, ITEMS + 1);
        service.setKeyState(CANARY, "active");
        assert.equal(
          (await succeed("replaceKey", { key: CANARY })).connectionId,
          (await succeed("bootstrap")).connection?.connectionId,
        );
        await pulled();
      },
    },
    {
      title: "connections are created, switched and renamed with a push, and their data are never mixed",
      run: async () => {
        assert.ok(service);
        const first = (await succeed("bootstrap")).connection;
        assert.ok(first);
        const key = service.addKey();
        const other = await startSampleService({ items: 7, key: `${CANARY}-other` });
        try {
          const second = await succeed("connect", { baseUrl: other.url, key: `${CANARY}-other` });
          await pulled();
          const count = { resource: "items", query: QUERY } as const;
          const countOf = ({ connectionId }: { connectionId: string }): Promise<number> =>
            succeed("queryCount", { ...count, connectionId }).then(({ all }) => all);
          assert.equal(await countOf(second), 7);
          assert.equal(
            (await refuse("queryCount", { ...count, connectionId: first.connectionId })).kind,
            "cancelled",
          );
          await other.close();
          assert.deepEqual(
            (await succeed("switchConnection", { connectionId: first.connectionId })).connectionId,
            first.connectionId,
          );
          assert.equal(await countOf(first), ITEMS + 1);
          assert.equal((await refuse("disconnect", { connectionId: second.connectionId })).kind, "cancelled");
          await succeed("switchConnection", { connectionId: second.connectionId });
          assert.equal(await countOf(second), 7);
          await waitUntil(
            () =>
              PUSHES.switched.parse(lastEvent("switched")).connection?.connectionId === second.connectionId,
            "the event of the switch",
          );
          const list = await succeed("editConnection", { ...NAMED, connectionId: second.connectionId });
          assert.deepEqual(
            list.connections.map(({ name, colour }) => [name, colour]),
            [
              [first.name, first.colour],
              [NAMED.name, NAMED.colour],
            ],
          );
          assert.equal(
            (await refuse("editConnection", { ...NAMED, connectionId: first.connectionId })).kind,
            "invalid_input",
          );
          await waitUntil(
            () => PUSHES.connection.parse(lastEvent("connection"))?.name === NAMED.name,
            "the event of the new name",
          );
          assert.deepEqual(
            PUSHES.connections.parse(lastEvent("connections")),
            await succeed("listConnections"),
          );
          await succeed("disconnect", { connectionId: second.connectionId });
          assert.deepEqual((await succeed("listConnections")).current, first.connectionId);
          await pulled();
          await succeed("replaceKey", { connectionId: first.connectionId, key });
          const adopted = await succeed("adoptAsNewConnection", { connectionId: first.connectionId });
          await pulled();
          assert.equal(await countOf(adopted), ITEMS + 1);
          await succeed("disconnect", { connectionId: adopted.connectionId });
          assert.equal(await countOf(first), ITEMS + 1);
          await succeed("replaceKey", { connectionId: first.connectionId, key: CANARY });
          await pulled();
        } finally {
          await other.close();
        }
      },
    },
    {
      title:
        "diagnostics tell what happened without the key, a name or a record, and are saved as they are told",
      run: async () => {
        assert.ok(service);
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { connectionId, colour } = connection;
        const name = "Northern Films of the Contract";
        await succeed("editConnection", { connectionId, colour, name });
        service.setFaults({ malformedRecords: ["numeric_id", "wrong_types"], onlyPath: "/inventory/items" });
        await succeed("syncNow", { full: false });
        await waitUntil(async () => (await succeed("getStatus")).quarantined > 0, "the malformed record");
        await pulled();
        service.setFaults({ malformedRecords: [], onlyPath: "" });
        const told = await succeed("diagnostics", { connectionId });
        const last = service.requests.entries.at(-1);
        assert.ok(told.calls.length > 0 && told.calls.length <= 50);
        assert.deepEqual([told.calls[0]?.requestId, told.calls[0]?.status], [last?.requestId, 200]);
        for (const { path: called } of told.calls)
          assert.match(called, /^\/inventory\/\w+(\/[^?]+|\?limit=\d+(&updatedSince=[\d\-T:.]+Z)?)$/);
        assert.deepEqual([told.passes[0]?.failure, told.passes[0]?.mode], [null, "incremental"]);
        assert.deepEqual(
          told.quarantine.map(({ resource, id, reason }) => [resource, id, reason]),
          [
            ["items", "malformed_wrong_types", "name: not a text"],
            ["items", null, "id: not a text"],
          ],
        );
        assert.ok(told.files.some(({ name, bytes }) => name === "inventory.sqlite" && bytes > 0));
        assert.ok(told.files.some(({ name }) => name === "user.sqlite"));
        assert.deepEqual(told.problems, []);
        assert.match(told.versions.sqlite ?? "", /^3\./);
        assert.equal((await refuse("diagnostics", { connectionId: "another" })).kind, "cancelled");
        assert.equal((await refuse("saveDiagnostics", { connectionId: "another" })).kind, "cancelled");

        assert.deepEqual(await succeed("saveDiagnostics"), { file: path.basename(host.savesTo) });
        const text = fs.readFileSync(host.savesTo, "utf8");
        const { format, version, ...saved } = JSON.parse(text) as Record<string, unknown>;
        assert.deepEqual([format, version], ["stockdeck-diagnostics", 1]);
        const { calls, passes, quarantine, settings } = CALLS.diagnostics.output.parse(saved);
        assert.deepEqual([calls, passes, quarantine], [told.calls, told.passes, told.quarantine]);
        assert.deepEqual(settings, await succeed("getSettings"));
        assert.equal(text.includes(name), false, "the file has the connection's name");
        assert.equal(text.includes("PET film"), false, "the file has the contents of a malformed record");
        assert.equal(text.includes(host.folder), false, "the file has a path");
        const { rows } = await succeed("queryPage", {
          resource: "items",
          query: QUERY,
          offset: 0,
          limit: 150,
        });
        for (const row of rows) {
          const itsName = JSON.stringify(row["name"]);
          assert.equal(text.includes(itsName), false, `the file has the name ${itsName}`);
        }
      },
    },
    {
      title: "settings and the page's state are stored and pushed to every page",
      run: async () => {
        const settings = { ...DEFAULT_SETTINGS, pageSize: 40, theme: "dark" as const };
        assert.deepEqual(await succeed("saveSettings", settings), settings);
        assert.deepEqual(await succeed("getSettings"), settings);
        await waitUntil(() => lastEvent("settings") !== undefined, "the settings event");
        assert.deepEqual(lastEvent("settings"), settings);
        await succeed("saveUiState", { name: "grid.items", value: '{"ä":1}' });
        assert.equal(await succeed("loadUiState", { name: "grid.items" }), '{"ä":1}');
      },
    },
    {
      title: "the user's names appear in rows, searches and lists of values, and can be exported to a file",
      run: async () => {
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { connectionId } = connection;
        const items = { connectionId, resource: "items" } as const;
        const holders = { ...items, query: { version: 1 }, field: "checkedOutToUserId", limit: 1 } as const;
        const { values } = await succeed("queryFacets", holders);
        const [holder] = values;
        assert.ok(holder && holder.label === null);
        const anna = { id: holder.value, name: "=Änna Meyer", team: "Print", note: "Hall 2,\ndesk 5" };
        const { id, ...value } = anna;
        const wide = { ...value, name: "  =Änna \n Meyer " };
        await succeed("saveRecords", savedRecords(connectionId, "names", { [id]: wide }));
        const names = { connectionId, document: "names" } as const;
        assert.deepEqual(await succeed("readRecords", names), [{ id, value }]);
        await waitUntil(
          () => isDeepStrictEqual(lastEvent("recordsChanged"), names),
          "the event of changed names",
        );
        assert.deepEqual((await succeed("queryFacets", holders)).values, [{ ...holder, label: anna.name }]);
        const search = { version: 1, search: "anna meyer" } as const;
        const found = await succeed("queryPage", { ...items, query: search, offset: 0, limit: 150 });
        assert.equal(found.total, holder.count);
        for (const row of found.rows) {
          assert.equal(row["checkedOutToUserId"], anna.id);
          assert.equal(row["checkedOutToUserName"], anna.name);
        }
        assert.deepEqual(await succeed("exportNames", { connectionId }), {
          file: path.basename(host.savesTo),
        });
        const base64 = fs.readFileSync(host.savesTo).toString("base64");
        assert.deepEqual(await succeed("readTableFile", { base64 }), {
          columns: ["id", "name", "team", "note"],
          rows: [[anna.id, anna.name, anna.team, anna.note]],
          lines: [2],
        });
        await succeed("saveRecords", savedRecords(connectionId, "names", { [id]: null }));
        assert.deepEqual(await succeed("readRecords", names), []);
        assert.equal((await succeed("queryCount", { ...items, query: search })).total, 0);
      },
    },
    {
      title: "small tables become a workbook, which a browser gets as bytes and the app saves as a file",
      run: async () => {
        const { base64, name } = await succeed("makeWorkbook", VALID.makeWorkbook);
        assert.match(name, /^overview-\d{4}-\d\d-\d\d\.xlsx$/);
        const table = { columns: ["a"], rows: [["x"], ["1"]], lines: [2, 3] };
        assert.deepEqual(await succeed("readTableFile", { base64 }), table);
        assert.deepEqual(await succeed("saveWorkbook", VALID.saveWorkbook), {
          file: path.basename(host.savesTo),
        });
        const saved = fs.readFileSync(host.savesTo).toString("base64");
        assert.deepEqual(await succeed("readTableFile", { base64: saved }), table);
      },
    },
    {
      title: "a backup is created, saved, read and restored without loss, and every page receives a push",
      run: async () => {
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { name, text } = await succeed("makeBackup");
        assert.match(name, /^stockdeck-\d{4}-\d\d-\d\d\.stockdeck-backup\.json$/);
        assert.ok(!text.includes(CANARY));
        assert.deepEqual(await succeed("saveBackup"), { file: path.basename(host.savesTo) });
        const saved = fs.readFileSync(host.savesTo, "utf8");
        const summary = await succeed("readBackup", { text: saved });
        assert.ok(summary.connections.some((one) => one.name === connection.name && one.here));
        const connections = await succeed("listConnections");
        await succeed("restoreBackup", { text: saved });
        await waitUntil(() => lastEvent("restored") !== undefined, "the event");
        assert.deepEqual(await succeed("listConnections"), connections);
        await waitUntil(async () => {
          const now = (await succeed("bootstrap")).connection;
          return now?.connectionId === connection.connectionId && now.key === "keychain";
        }, "the connection with its key");
        await pulled();
      },
    },
    {
      title: "units are proposed from the weights, stored, pushed to every page and used by totals",
      run: async () => {
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { connectionId } = connection;
        const proposal = await succeed("proposeUnits", { connectionId });
        assert.ok(proposal.kind === "fit");
        const found = { length: "m", weight: "kg", width: "mm", thickness: "µm" } as const;
        assert.deepEqual([proposal.units, proposal.withSpool], [found, true]);
        const items: CallInput<"queryTotals"> = {
          connectionId,
          resource: "items",
          query: { version: 1 },
          fields: ["weight"],
        };
        const measured = async (): Promise<unknown> =>
          (await succeed("queryTotals", items)).fields["weight"]?.map(({ measuredIn }) => measuredIn);
        assert.deepEqual(await measured(), [null]);
        const units = { ...NO_UNITS, ...found };
        await succeed("saveRecords", savedRecords(connectionId, "units", { "": units }));
        assert.deepEqual(await succeed("readRecords", { connectionId, document: "units" }), [
          { id: "", value: units },
        ]);
        await waitUntil(() => lastEvent("recordsChanged") !== undefined, "the push");
        assert.deepEqual(lastEvent("recordsChanged"), { connectionId, document: "units" });
        assert.deepEqual(await measured(), ["kg"]);
        await succeed("saveRecords", savedRecords(connectionId, "units", { "": NO_UNITS }));
        assert.deepEqual(await measured(), [null]);
      },
    },
    {
      title: "pricing bases are listed, and value the items once they are confirmed",
      run: async () => {
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { connectionId } = connection;
        const seen = await succeed("queryPriceBases", { connectionId });
        assert.deepEqual(new Set(seen.map(({ basis }) => basis)), new Set(["foot", "pound", null]));
        const units = { ...NO_UNITS, length: "m", weight: "kg", weighing: "gross" } as const;
        await succeed("saveRecords", savedRecords(connectionId, "units", { "": units }));
        await succeed(
          "saveRecords",
          savedRecords(connectionId, "priceBases", { foot: "foot", pound: "pound" }),
        );
        const items: CallInput<"queryTotals"> = {
          connectionId,
          resource: "items",
          query: { version: 1 },
          fields: ["value"],
        };
        await waitUntil(
          async () =>
            (await succeed("queryTotals", items)).fields["value"]?.some(({ sum }) => sum > 0) === true,
          "the values of the items",
        );
        await succeed("saveRecords", savedRecords(connectionId, "priceBases", { foot: null, pound: null }));
        await succeed("saveRecords", savedRecords(connectionId, "units", { "": NO_UNITS }));
      },
    },
    {
      title: "records of a document are saved and deleted one by one, and the remaining records stay",
      run: async () => {
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { connectionId } = connection;
        const other = { ...CUT_PLAN, id: NO_VIEW };
        const save = (values: Record<string, unknown>) =>
          succeed("saveRecords", savedRecords(connectionId, "cutPlans", values));
        const saved = async () =>
          valuesById(await succeed("readRecords", { connectionId, document: "cutPlans" }));
        await save({ [other.id]: other, [CUT_PLAN.id]: CUT_PLAN });
        await save({ [other.id]: { ...other, name: "Order 4712" } });
        assert.deepEqual(await saved(), {
          [other.id]: { ...other, name: "Order 4712" },
          [CUT_PLAN.id]: CUT_PLAN,
        });
        await save({ [other.id]: null });
        assert.deepEqual(await saved(), { [CUT_PLAN.id]: CUT_PLAN });
      },
    },
    {
      title: "named views are stored in the user's order and pushed to every page",
      run: async () => {
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { connectionId } = connection;
        const named = { connectionId, resource: "items", name: "Films", definition: VIEW } as const;
        const view = await succeed("createView", named);
        const second = await succeed("createView", named);
        assert.deepEqual([view.name, second.name], ["Films", "Films (2)"]);
        await succeed("moveView", { connectionId, id: second.id, before: view.id });
        const definition = { ...VIEW, search: "film" };
        await succeed("saveView", { connectionId, id: view.id, definition });
        await succeed("deleteView", { connectionId, id: second.id });
        assert.deepEqual(await succeed("listViews", { connectionId }), [{ ...view, definition }]);
        await succeed("restoreView", { connectionId, id: second.id });
        await succeed("renameView", { connectionId, id: second.id, name: "Other films" });
        const list = await succeed("listViews", { connectionId });
        assert.deepEqual(list, [
          { ...second, name: "Other films" },
          { ...view, definition },
        ]);
        await waitUntil(
          () => PUSHES.views.safeParse(lastEvent("views")).data?.views[0]?.name === "Other films",
          "the event of the views",
        );
        assert.deepEqual(PUSHES.views.parse(lastEvent("views")), { connectionId, views: list });
        assert.deepEqual(await succeed("listViews", { connectionId: "another" }), []);
        const shared = { resource: "items", name: "Films", definition } as const;
        assert.deepEqual(await succeed("exportView", shared), { file: path.basename(host.savesTo) });
        const text = fs.readFileSync(host.savesTo, "utf8");
        assert.equal(text, viewFileText(shared));
        assert.equal(await succeed("takeViewLink"), null);
      },
    },
    {
      title: "an alert rule fires after a refresh, and its alert can be read, snoozed and acknowledged",
      run: async () => {
        const { connection } = await succeed("bootstrap");
        assert.ok(connection);
        const { connectionId } = connection;
        const record = { resource: "items", offset: 0, limit: 1, query: QUERY } as const;
        const id = String((await succeed("queryPage", record)).rows[0]?.["id"]);
        const watch = { kind: "record", resource: "items", id } as const;
        const before = lastEvent("alerts");
        const rule = await succeed("saveAlertRule", { connectionId, rule: { ...LOW_RULE, watch } });
        assert.deepEqual(await succeed("listAlertRules", { connectionId }), [
          { rule, status: "active", active: 0, isTeams: false },
        ]);
        await waitUntil(() => lastEvent("alertRules") !== undefined, "the event of the rules");
        // The rule exists before the change that it must detect.
        await waitUntil(() => lastEvent("alerts") !== before, "the first evaluation");
        service?.company.upsertItem({ id, name: "Renamed" });
        await succeed("syncNow", { full: false });
        await waitUntil(
          () => PUSHES.alerts.parse(lastEvent("alerts")).firing === 1,
          "the alert of the change",
        );
        assert.deepEqual(lastEvent("alerts"), { connectionId, unread: 1, firing: 1 });
        const list = { connectionId, filter: "active", offset: 0, limit: 10 } as const;
        const { alerts, total, unread } = await succeed("listAlerts", list);
        assert.deepEqual([total, unread, alerts[0]?.subjectId, alerts[0]?.state], [1, 1, id, "firing"]);
        const ids = alerts.map((alert) => alert.id);
        await succeed("markAlertsRead", { connectionId, ids });
        await succeed("snoozeAlerts", { connectionId, ids, until: "2099-01-01T00:00:00Z" });
        assert.equal((await succeed("listAlerts", list)).alerts[0]?.state, "snoozed");
        await succeed("unsnoozeAlerts", { connectionId, ids });
        await succeed("acknowledgeAlerts", { connectionId, ids });
        assert.equal((await succeed("listAlerts", list)).total, 0);
        assert.equal((await succeed("listAlerts", { ...list, filter: "all" })).alerts[0]?.state, "resolved");
        await succeed("deleteAlertRule", { connectionId, id: rule.id });
        assert.deepEqual(await succeed("listAlertRules", { connectionId }), []);
        await succeed("restoreAlertRule", { connectionId, id: rule.id });
        assert.equal((await succeed("listAlertRules", { connectionId })).length, 1);
        const settings = { notifications: true, quietHours: null, quietDays: [0] };
        await succeed("saveAlertSettings", settings);
        assert.deepEqual((await succeed("getAlertSettings")).settings, settings);
        await succeed("saveAlertSettings", { ...settings, notifications: false });
      },
    },
    {
      title:
        "forgetKey leaves the data readable, wipeLocalData removes the data, and disconnect removes both",
      run: async () => {
        assert.equal((await succeed("forgetKey")).key, "none");
        assert.equal((await refuse("syncNow", { full: false })).kind, "no_key");
        assert.equal((await succeed("queryCount", { resource: "items", query: QUERY })).all, ITEMS + 1);
        await succeed("wipeLocalData");
        assert.equal((await succeed("queryCount", { resource: "items", query: QUERY })).all, 0);
        await succeed("disconnect");
        assert.equal((await succeed("bootstrap")).connection, null);
        await waitUntil(() => lastEvent("connection") === null, "the event of the disconnection");
      },
    },
    {
      title: "pages, counts, facets and records of the sample data agree",
      run: async () => {
        const connection = await succeed("exploreSample");
        assert.equal(connection.kind, "sample");
        await pulled();
        const query: Query = {
          version: 1,
          filter: { field: "status", op: "is", value: "checked_out" },
          sort: [{ field: "checkedOutAt", direction: "asc" }],
        };
        const asked = { resource: "items", query } as const;
        // The company changes all the time, so the compared answers must belong to one revision.
        const [count, window, facets] = await sameRevision(async () => {
          const counted = await succeed("queryCount", asked);
          const shown = await succeed("queryPage", { ...asked, offset: 0, limit: 50 });
          const listed = await succeed("queryFacets", {
            resource: "items",
            query: QUERY,
            field: "status",
            limit: 10,
          });
          const again = await succeed("queryCount", asked);
          return [[counted, shown, listed] as const, counted.revision === again.revision];
        });
        assert.equal(window.rows.length, 50);
        assert.ok(window.rows.every((row) => row["status"] === "checked_out" && "locationName" in row));
        assert.equal(facets.values.find(({ value }) => value === "checked_out")?.count, count.total);
        assert.equal(
          facets.values.reduce((sum, value) => sum + value.count, facets.empty),
          count.all,
        );
        const id = String(window.rows[0]?.["id"]);
        assert.equal((await succeed("getRecord", { resource: "items", id }))?.raw["id"], id);
        assert.equal((await succeed("refreshRecord", { resource: "items", id })).row["id"], id);
        const wrong = await refuse("queryPage", {
          resource: "items",
          query: { version: 1, filter: { field: "colour", op: "is", value: "x" } },
          offset: 0,
          limit: 1,
        });
        assert.deepEqual([wrong.kind, wrong.message.includes("colour")], ["invalid_input", true]);
        await succeed("disconnect");
      },
    },
    {
      title: "the key is in no reply, no push, no log line and no file",
      run: async () => {
        assert.ok(replies.length > 50);
        const needle = "CanaryOfTheContract";
        assert.equal(JSON.stringify(replies).includes(needle), false, "a reply has the key");
        assert.equal(JSON.stringify(host.events()).includes(needle), false, "an event has the key");
        assert.equal(host.logLines().join("\n").includes(needle), false, "the log has the key");
        const files = fs
          .readdirSync(host.folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile());
        assert.ok(files.length > 0);
        for (const { parentPath, name } of files)
          assert.equal(
            fs.readFileSync(path.join(parentPath, name)).includes(needle),
            false,
            `${name} has the key`,
          );
      },
    },
  ];
  return { steps, close: async () => service?.close() };
}

/** Repeats the calls until no change happens between the first answer and the last. */
async function sameRevision<T>(ask: () => Promise<readonly [T, boolean]>): Promise<T> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const [answers, same] = await ask();
    if (same) return answers;
  }
  throw new Error("the data never stood still");
}
