import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { startSampleService, type SampleService } from "../../service/index.ts";
import { ExportReader } from "../../../electron/store/query/export-reader.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { expect, test, type LaunchedApp } from "./launch.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

const ITEMS = 5_000;
/** Ms that each answer takes. Answers are slow, so that a kill falls between two pages. */
const LATENCY = 250;

const byId = (left: { readonly id?: unknown }, right: { readonly id?: unknown }): number =>
  String(left.id) < String(right.id) ? -1 : 1;

/** The records of a company as the API sends them. */
function companyRecords(service: SampleService, resource: Resource): readonly object[] {
  const records = JSON.parse(JSON.stringify([...service.company[resource].all()])) as { id: string }[];
  return records.toSorted(byId);
}

/** The records of a copy as it received them. */
function copiedRecords(file: string, resource: Resource): readonly object[] {
  const reader = new ExportReader(file, { resource, query: EVERYTHING, now: Date.now() });
  try {
    return [...reader.records()].toSorted(byId);
  } finally {
    reader.close();
  }
}

/** The first column of the only row of a query. */
function readOne(file: string, sql: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return Object.values(database.prepare(sql).get() ?? {})[0];
  } finally {
    database.close();
  }
}

/** The folder of the only connection; null until it exists. */
function connectionFolder(folder: string): string | null {
  const connections = path.join(folder, "profiles");
  const [id] = fs.existsSync(connections) ? fs.readdirSync(connections) : [];
  return id === undefined ? null : path.join(connections, id);
}

/** Makes a call as the page does. */
const call = (
  { page }: LaunchedApp,
  name: string,
  input?: unknown,
): Promise<{ readonly ok: boolean; readonly value: unknown }> =>
  page.evaluate(
    ([method, argument]) => {
      type Call = (input: unknown) => Promise<{ ok: boolean; value: unknown }>;
      const { stockdeck } = globalThis as unknown as { stockdeck: Record<string, Call> };
      const answer = stockdeck[method]?.(argument);
      if (!answer) throw new Error("there is no such call");
      return answer;
    },
    [name, input] as const,
  );

/** Kills the app once the service has received `requests` more requests. */
async function killAfter({ app }: LaunchedApp, service: SampleService, requests: number): Promise<void> {
  const until = service.requests.total + requests;
  await expect
    .poll(() => service.requests.total, { intervals: [5], timeout: 30_000 })
    .toBeGreaterThanOrEqual(until);
  const ended = once(app.process(), "exit");
  app.process().kill("SIGKILL");
  await ended;
}

test(
  "killing the app during passes loses no committed data",
  { tag: "@whole" },
  async ({ launch, folder }) => {
    test.setTimeout(120_000);
    const service = await startSampleService({ items: ITEMS, faults: { latencyMs: LATENCY } });
    const items = (file: string): number => Number(readOne(file, "SELECT count(*) FROM items"));
    const fact = (file: string, name: string): unknown =>
      readOne(file, `SELECT value FROM facts WHERE name = '${name}'`);
    const sound = (file: string): unknown => readOne(file, "PRAGMA integrity_check");
    try {
      const first = await launch();
      await first.page.getByLabel("Base URL").fill(service.url);
      await first.page.getByLabel("API key", { exact: true }).fill(service.key);
      await first.page.getByRole("button", { name: "Connect", exact: true }).click();
      await expect.poll(() => connectionFolder(folder)).not.toBeNull();
      const file = path.join(connectionFolder(folder) ?? "", "inventory.sqlite");
      const user = path.join(folder, "user.sqlite");
      const connectionId = path.basename(path.dirname(file));
      const name = { name: "Anna", team: "", note: "" };
      const named = savedRecords(connectionId, "names", { "u-1": name });
      expect(await call(first, "saveRecords", named)).toMatchObject({ ok: true });
      const names = { connectionId, document: "names" };
      const saved = { ok: true, value: [{ id: "u-1", value: name }] };
      // The file is created a moment before its tables.
      const tables = "SELECT count(*) FROM sqlite_master WHERE name = 'items'";
      await expect.poll(() => (fs.existsSync(file) ? readOne(file, tables) : 0)).toBe(1);
      await expect.poll(() => items(file)).toBeGreaterThan(0);

      await test.step("the app is killed during the first pull", async () => {
        const committed = items(file);
        await killAfter(first, service, 1);
        expect([sound(file), sound(user)]).toEqual(["ok", "ok"]);
        expect(items(file)).toBeGreaterThanOrEqual(committed);
        expect([fact(file, "firstPullComplete"), fact(file, "mark")]).not.toContain("true");
        expect(items(file)).toBeLessThan(ITEMS);
      });

      await test.step("the app is killed during a full check", async () => {
        const second = await launch();
        await expect.poll(() => fact(file, "firstPullComplete"), { timeout: 30_000 }).toBe("true");
        expect(await call(second, "readRecords", names)).toEqual(saved);
        await expect
          .poll(async () => (await call(second, "getStatus")).value)
          .toMatchObject({ state: "idle" });
        const before = [fact(file, "mark"), fact(file, "lastPassAt")];
        expect(await call(second, "syncNow", { full: true })).toMatchObject({ ok: true });
        await killAfter(second, service, 4);
        expect(sound(file)).toBe("ok");
        expect(items(file)).toBe(ITEMS);
        // The pass did not end, so the next pass begins at the same mark.
        expect([fact(file, "mark"), fact(file, "lastPassAt")]).toEqual(before);
      });

      await test.step("the app completes its passes without further kills, and the copy equals the service", async () => {
        for (let event = 0; event < 20; event += 1) service.company.step();
        service.setFaults({ latencyMs: 0 });
        const third = await launch();
        await expect
          .poll(
            () => {
              const copied = RESOURCES.map((resource) => copiedRecords(file, resource));
              return (
                JSON.stringify(copied)
                === JSON.stringify(RESOURCES.map((resource) => companyRecords(service, resource)))
              );
            },
            { timeout: 30_000 },
          )
          .toBe(true);
        expect(await call(third, "readRecords", names)).toEqual(saved);
      });
    } finally {
      await service.close();
    }
  },
);
