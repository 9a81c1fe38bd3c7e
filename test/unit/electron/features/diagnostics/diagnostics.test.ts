import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  gatherDiagnostics,
  type DiagnosticsSources,
} from "../../../../../electron/features/diagnostics/diagnostics.ts";
import { BLANK_STATUS } from "../../../../../electron/sync/status-store.ts";
import { storeFailure } from "../../../../../electron/store/database/store-error.ts";
import type { InventoryStore } from "../../../../../electron/index/inventory-store.ts";
import {
  diagnosticsSchema,
  diagnosticsText,
} from "../../../../../shared/features/diagnostics/diagnostics.ts";
import type { Call } from "../../../../../shared/inventory/call.ts";
import { DEFAULT_SETTINGS } from "../../../../../shared/inventory/settings.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const KEY = 'canary_"key\\of-diagnostics';
const CALL: Call = {
  at: "2026-05-01T10:00:00.000Z",
  method: "GET",
  path: "/inventory/items/itm_1",
  status: 200,
  error: null,
  reason: null,
  milliseconds: 12,
  requestId: "req_1",
};
const CONNECTION = {
  connectionId: "p-1",
  kind: "service",
  baseUrl: "https://inventory.example/v1",
  name: "Northern Films",
  colour: "blue",
  key: "keychain",
  keychainProblem: null,
} as const;

async function gather(
  current: Partial<DiagnosticsSources["current"]>,
  other: Partial<DiagnosticsSources> = {},
) {
  const sources: DiagnosticsSources = {
    folder: await temporaryFolder(),
    version: "1.2.3",
    sandboxOff: "There is none.",
    policy: { baseUrl: "https://inventory.example/v1", exportFolders: ["/srv/exports"] },
    now: Date.parse("2026-05-01T10:00:01Z"),
    crashes: [],
    settings: DEFAULT_SETTINGS,
    notice: null,
    secrets: [KEY],
    current: { storeOf: () => null, connection: null, status: BLANK_STATUS, calls: [], ...current },
    ...other,
  };
  const diagnostics = await gatherDiagnostics(sources, undefined);
  return { diagnostics: diagnosticsSchema.parse(diagnostics), text: diagnosticsText(diagnostics) };
}

it("the diagnostics redact the key in every text from the service", async () => {
  const error = { kind: "server", message: `Sent ${KEY}`, requestId: KEY } as const;
  const { diagnostics, text } = await gather({
    connection: CONNECTION,
    calls: [CALL, { ...CALL, path: `/inventory/items/${KEY}-1`, requestId: `req-${KEY}` }],
    status: { ...BLANK_STATUS, error },
  });
  expect(diagnostics.calls.map(({ path: called, requestId }) => [called, requestId])).toEqual([
    ["/inventory/items/[redacted]-1", "req-[redacted]"],
    ["/inventory/items/itm_1", "req_1"],
  ]);
  expect(diagnostics.sandboxOff).toBe("There is none.");
  expect(diagnostics.status.error?.message).toBe("Sent [redacted]");
  expect(JSON.parse(text)).toEqual({ format: "stockdeck-diagnostics", version: 1, ...diagnostics });
  expect(text).not.toContain("canary");
});

it("the diagnostics omit the base URL's credentials and query, and the connection's name", async () => {
  const baseUrl = "https://user:password@inventory.example/v1?token=abc#part";
  const { diagnostics, text } = await gather({ connection: { ...CONNECTION, baseUrl } });
  expect(diagnostics.connection).toEqual({
    connectionId: "p-1",
    kind: "service",
    baseUrl: "https://inventory.example/v1",
    key: "keychain",
  });
  expect(text).not.toMatch(/password|token=|Northern/);
});

it("the diagnostics list only the user's and the open connection's files", async () => {
  const folder = await temporaryFolder();
  for (const [name, bytes] of [
    ["user.sqlite", 5],
    ["user.sqlite-wal", 0],
    ["user.sqlite-shm", 32],
    ["window.json", 3],
    ["profiles/p-1/sync.lock", 0],
    ["profiles/p-1/inventory.sqlite.damaged-2026", 8],
    ["profiles/p-1/inventory.sqlite", 7],
    ["profiles/p-2/inventory.sqlite", 9],
    ["logs/stockdeck.log", 4],
  ] as const) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), "x".repeat(bytes));
  }
  const { diagnostics, text } = await gather({ connection: CONNECTION }, { folder });
  expect(diagnostics.files).toEqual([
    { name: "user.sqlite", bytes: 5 },
    { name: "user.sqlite-wal", bytes: 0 },
    { name: "inventory.sqlite", bytes: 7 },
    { name: "inventory.sqlite.damaged-2026", bytes: 8 },
    { name: "logs/stockdeck.log", bytes: 4 },
  ]);
  expect(diagnostics.freeBytes).toBeGreaterThan(0);
  expect(text).not.toContain(folder);
});

it("the diagnostics give the reason if the local copy is unreadable", async () => {
  const failing = () => Promise.reject(storeFailure(new Error("database disk image is malformed")));
  const reader = { passes: failing, quarantined: failing, sqliteVersion: failing };
  const notice = { kind: "store", reason: "newer", message: "Newer." } as const;
  const { diagnostics } = await gather(
    { storeOf: () => ({ reader }) as unknown as InventoryStore, connection: CONNECTION, calls: [CALL] },
    { notice, folder: "/nowhere/at/all" },
  );
  expect(diagnostics.problems.map(({ reason }) => reason)).toEqual(["newer", "corrupt"]);
  expect([diagnostics.calls.length, diagnostics.passes, diagnostics.files, diagnostics.freeBytes]).toEqual([
    1,
    [],
    [],
    null,
  ]);
});
