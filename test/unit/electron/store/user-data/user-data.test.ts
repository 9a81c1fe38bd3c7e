import { describe, expect, it } from "vitest";
import { UserData } from "../../../../../electron/store/user-data/user-data.ts";
import type { UserStore } from "../../../../../electron/hosts/core/user-store.ts";
import type { Remote } from "../../../../../electron/store/database/worker-rpc.ts";
import type { SavedConnection } from "../../../../../shared/inventory/connections.ts";
import { DEFAULT_SETTINGS } from "../../../../../shared/inventory/settings.ts";

const CONNECTION_ID: SavedConnection = {
  connectionId: "p-1",
  kind: "service",
  baseUrl: "https://a.example",
  name: "A",
  colour: "red",
};

function userData(entries: Readonly<Record<string, string>> = {}): {
  data: UserData;
  kept: Map<string, string>;
  forgotten: string[];
} {
  const forgotten: string[] = [];
  const kept = new Map<string, string>(Object.entries(entries));
  const store = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string | null) =>
      void (value === null ? kept.delete(name) : kept.set(name, value)),
    removeAll: async (prefix: string) => {
      for (const name of kept.keys()) if (name.startsWith(prefix)) kept.delete(name);
    },
    forgetConnection: async (connectionId: string) => void forgotten.push(connectionId),
  };
  return { data: new UserData(store as unknown as Remote<UserStore>), kept, forgotten };
}

describe("the user data", () => {
  it.each([
    {},
    { settings: "{" },
    { settings: '{"pageSize":9999}' },
    { settings: "null" },
    { settings: '{"unknown":1}' },
  ])("the user data use defaults for a damaged entry: %j", async (entries) => {
    expect(await userData(entries).data.settings()).toEqual(DEFAULT_SETTINGS);
  });

  it("the user data add default settings that an older version did not have", async () => {
    expect(await userData({ settings: '{"pageSize":10}' }).data.settings()).toEqual({
      ...DEFAULT_SETTINGS,
      pageSize: 10,
    });
  });

  it("the user data keep interface texts apart from an entry of the same name", async () => {
    const { data, kept } = userData();
    const list = { connections: [CONNECTION_ID], current: "p-1" };
    await data.saveConnections(list);
    await data.saveUiState("connections", "page's");
    await data.saveUiState("connections", "the connection's", "p-1");
    expect([
      await data.connections(),
      await data.uiState("connections"),
      await data.uiState("connections", "p-1"),
    ]).toEqual([list, "page's", "the connection's"]);
    expect([...kept.values()].join()).not.toContain("key");
  });

  it("the user data delete only the given connection's texts and views", async () => {
    const { data, forgotten } = userData();
    for (const connectionId of ["p-1", "p-11"])
      await data.saveUiState("view.items", connectionId, connectionId);
    await data.saveUiState("view.items", "all");
    await data.forget("p-1");
    expect(forgotten).toEqual(["p-1"]);
    expect(await data.uiState("view.items", "p-1")).toBeNull();
    expect(await data.uiState("view.items", "p-11")).toBe("p-11");
    expect(await data.uiState("view.items")).toBe("all");
  });

  it("the user data drop only the damaged connection", async () => {
    const damaged = { ...CONNECTION_ID, connectionId: "../../etc" };
    const connections = JSON.stringify({ connections: [damaged, CONNECTION_ID], current: "../../etc" });
    expect(await userData({ connections }).data.connections()).toEqual({
      connections: [CONNECTION_ID],
      current: null,
    });
  });
});
