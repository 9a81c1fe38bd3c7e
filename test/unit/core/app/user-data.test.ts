import { describe, expect, it } from "vitest";
import { UserData } from "../../../../electron/core/app/user-data.ts";
import type { UserStore } from "../../../../electron/core/store/user-store.ts";
import type { Remote } from "../../../../electron/core/store/worker-rpc.ts";
import { DEFAULT_SETTINGS } from "../../../../shared/settings.ts";

function userData(entries: Readonly<Record<string, string>> = {}): {
  data: UserData;
  kept: Map<string, string | null>;
} {
  const kept = new Map<string, string | null>(Object.entries(entries));
  const store = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string | null) => void kept.set(name, value),
  };
  return { data: new UserData(store as unknown as Remote<UserStore>), kept };
}

describe("UserData", () => {
  it.each([
    {},
    { settings: "{" },
    { settings: '{"pageSize":9999}' },
    { settings: "null" },
    { settings: '{"unknown":1}' },
  ])("costs no more than the defaults where an entry is damaged: %j", async (entries) => {
    expect(await userData(entries).data.settings()).toEqual(DEFAULT_SETTINGS);
  });

  it("fills in settings that an older version did not have", async () => {
    expect(await userData({ settings: '{"pageSize":10}' }).data.settings()).toEqual({
      ...DEFAULT_SETTINGS,
      pageSize: 10,
    });
  });

  it("keeps the page's texts under names of their own, so that none reads or writes the connection", async () => {
    const { data, kept } = userData();
    const saved = { profileId: "p", kind: "service", baseUrl: "https://a.example" } as const;
    await data.saveConnection(saved);
    await data.saveUiState("connection", "page's");
    expect([await data.connection(), await data.uiState("connection")]).toEqual([saved, "page's"]);
    await data.saveConnection(null);
    expect(await data.connection()).toBeNull();
    expect([...kept.values()].join()).not.toContain("key");
  });
});
