import { describe, expect, it } from "vitest";
import { evaluatedRule } from "../../../../../electron/monitor/alerts/evaluated-rule.ts";
import { COUNTED_FIELDS } from "../../../../../shared/inventory/fields.ts";
import { RESOURCES } from "../../../../../shared/inventory/resource-names.ts";
import type { SavedView } from "../../../../../shared/query/views/views.ts";

const VIEW_ID = "7b0c5d34-5f0f-4b5e-9a51-2f1f0f6a1a01";

function isCompared(resource: SavedView["resource"], field: string): boolean | undefined {
  const filter = { kind: "presence", field, empty: false } as const;
  const definition = { version: 1, search: "", filters: [{ enabled: true, filter }], sort: [] } as const;
  const view = { id: VIEW_ID, profileId: "p", resource, name: "A view", definition } as unknown as SavedView;
  const rule = { id: VIEW_ID, name: "A rule", paused: false, afterRefreshes: 1, notify: false };
  const watch = { kind: "view", viewId: VIEW_ID, event: "enters" } as const;
  return evaluatedRule({ ...rule, watch }, [view]).view?.timed;
}

describe("a rule's view", () => {
  it("is compared by its rows where it goes by what Stockdeck itself writes: no change tells of that", () => {
    for (const resource of RESOURCES)
      for (const { name } of COUNTED_FIELDS[resource])
        expect([name, isCompared(resource, name)]).toEqual([name, true]);
  });

  it("is followed by the changes where it goes by what the service sends", () => {
    expect(isCompared("items", "locationId")).toBe(false);
  });
});
