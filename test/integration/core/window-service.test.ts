import { expect, it } from "vitest";
import type { HostWindows } from "../../../electron/features/windows/window-service.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { BASE, memory, start, type CoreRig } from "./support.ts";

/** Two connections, and the saved state of each window's table of items in each connection. */
async function two(rig: CoreRig): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const key of ["key-1", "key-2"])
    ids.push((await rig.call("connect", { baseUrl: BASE, key })).connectionId);
  for (const connectionId of ids) {
    for (const name of ["view.items", "window.2.view.items", "window.2.view.types", "window.12.view.items"])
      await rig.call("saveUiState", { connectionId, name, value: `${connectionId} ${name}` });
  }
  return ids;
}

const read = (rig: CoreRig, connectionId: string, name: string) =>
  rig.call("loadUiState", { connectionId, name });

it("a new window starts with the table settings of the window that opened it", async () => {
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

it("a closed window's table settings are deleted", async () => {
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

it("a route opens in the last used window or in a new window", async () => {
  const rig = start(await temporaryFolder(), memory());
  const sent: unknown[] = [];
  rig.core.events.subscribe((name, payload, to) => {
    if (name === "goTo") sent.push([name, payload, to]);
  });
  const openWindow = async (route: string): Promise<unknown> => {
    const result = await rig.core.dispatch("openWindow", { route }, 7);
    return result.ok ? result.value : result.error.message;
  };
  expect(await openWindow("/items")).toBe("This host of Stockdeck opens no windows.");
  const asked: unknown[] = [];
  let last: number | null = 3;
  const host: HostWindows = {
    open: async (...input) => {
      asked.push(["open", ...input]);
      return 10;
    },
    showLast: () => {
      asked.push(["show"]);
      return last;
    },
  };
  rig.core.windows.useHost(host);
  expect(await openWindow("/items")).toEqual({ opened: 10 });
  await rig.core.windows.showRoute("/types/t");
  await rig.core.windows.showRoute(null);
  last = null;
  await rig.core.windows.showRoute("/types/t");
  await rig.core.windows.showRoute(null);
  expect(asked).toEqual([
    ["open", "/items", 7],
    ["show"],
    ["show"],
    ["show"],
    ["open", "/types/t", undefined],
    ["show"],
    ["open", "/overview", undefined],
  ]);
  expect(sent).toEqual([["goTo", { route: "/types/t" }, 3]]);
});
