import { expect, it } from "vitest";
import type { HostWindows } from "../../../../../electron/app/windows/window-service.ts";
import type { CallName } from "../../../../../shared/contract/contract.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { BASE, memory, start, type CoreRig } from "../support.ts";

/** Two profiles, and what each window's table of items remembers in each. */
async function two(rig: CoreRig): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const key of ["key-1", "key-2"])
    ids.push((await rig.call("connect", { baseUrl: BASE, key })).profileId);
  for (const profileId of ids) {
    for (const name of ["view.items", "window.2.view.items", "window.2.view.types", "window.12.view.items"])
      await rig.call("saveUiState", { profileId, name, value: `${profileId} ${name}` });
  }
  return ids;
}

const read = (rig: CoreRig, profileId: string, name: string) => rig.call("loadUiState", { profileId, name });

it("gives a new window the tables of its caller in every profile, and nothing of an earlier window with its number", async () => {
  const rig = start(await temporaryFolder(), memory());
  const ids = await two(rig);
  await rig.core.windows.copyTables(1, 2);
  for (const id of ids) {
    expect(await read(rig, id, "window.2.view.items")).toBe(`${id} view.items`);
    expect(await read(rig, id, "window.2.view.types")).toBeNull();
    expect(await read(rig, id, "window.12.view.items")).toBe(`${id} window.12.view.items`);
  }
  await rig.core.windows.copyTables(12, 1);
  for (const id of ids) expect(await read(rig, id, "view.items")).toBe(`${id} window.12.view.items`);
});

it("forgets the tables of a closed window, and at the start those of windows that do not come back", async () => {
  const rig = start(await temporaryFolder(), memory());
  const ids = await two(rig);
  await rig.core.windows.forgetTables(1);
  for (const id of ids) {
    expect(await read(rig, id, "view.items")).toBeNull();
    expect(await read(rig, id, "window.2.view.types")).not.toBeNull();
  }
  await rig.core.windows.keepTables([12]);
  for (const id of ids) {
    expect(await read(rig, id, "window.2.view.items")).toBeNull();
    expect(await read(rig, id, "window.12.view.items")).not.toBeNull();
  }
});

it("passes the caller to the host, and sends a window's commands to that window", async () => {
  const rig = start(await temporaryFolder(), memory());
  const [profileId = ""] = await two(rig);
  const sent: unknown[] = [];
  rig.core.events.subscribe((name, payload, to) => {
    if (name === "goTo" || name === "command") sent.push([name, payload, to]);
  });
  const ask = async (name: CallName, input: unknown): Promise<unknown> => {
    const result = await rig.core.dispatch(name, input, 7);
    return result.ok ? result.value : result.error.message;
  };
  expect(await ask("openWindow", { route: "/items" })).toBe("This host of Stockdeck opens no windows.");
  expect(await ask("showRecord", { id: "i" })).toBeUndefined();
  const asked: unknown[] = [];
  let tables: number | null = 3;
  const host: HostWindows = {
    open: async (...input) => {
      asked.push(["open", ...input]);
      return 10;
    },
    openRecord: (...input) => {
      asked.push(["record", ...input]);
      return null;
    },
    showRecord: (...input) => void asked.push(["now", ...input]),
    showTables: (asking) => {
      asked.push(["tables", asking]);
      return tables;
    },
  };
  rig.core.windows.useHost(host);
  const record = { profileId, resource: "items", id: "i" };
  expect(await ask("openWindow", { route: "/items" })).toEqual({ opened: 10 });
  const listContext = { version: 1, search: "film" };
  // Ten thousand ids are a query, and fit in no address.
  const ids = Array.from({ length: 10_000 }, (_, at) => `itm_${at}`);
  const long = { version: 1, filter: { field: "id", op: "in", value: ids } };
  expect(await ask("openRecordWindow", record)).toEqual({ opened: null });
  expect(await ask("openRecordWindow", { ...record, listContext })).toEqual({ opened: null });
  expect(await ask("openRecordWindow", { ...record, listContext: long })).toEqual({ opened: null });
  expect(await ask("showRecord", { id: "j" })).toBeUndefined();
  expect(await ask("showInTables", { route: "/types/t" })).toEqual({ opened: null });
  expect(await ask("showInTables", { command: "palette" })).toEqual({ opened: null });
  tables = null;
  expect(await ask("showInTables", { route: "/types/t" })).toEqual({ opened: 10 });
  expect(asked).toEqual([
    ["open", "/items", 7],
    ["record", record, null, 7],
    ["record", record, listContext, 7],
    ["record", record, null, 7],
    ["now", "j", 7],
    ["tables", 7],
    ["tables", 7],
    ["tables", 7],
    ["open", "/types/t", 7],
  ]);
  expect(sent).toEqual([
    ["goTo", { route: "/types/t" }, 3],
    ["command", { name: "palette" }, 3],
  ]);
});
