import { createMemoryHistory, type RouterHistory } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { followFilters, type PageHistory } from "../../../../../renderer/table/navigation/page-history.ts";
import { DEFAULT_VIEW, type ViewState } from "../../../../../renderer/table/views/view-state.ts";
import type { ViewStore } from "../../../../../renderer/table/views/view-store.ts";
import type { Chip } from "../../../../../shared/query/field-filter.ts";
import type { Resource } from "../../../../../shared/inventory/resource-names.ts";

interface Rig {
  readonly history: RouterHistory;
  readonly page: PageHistory;
  readonly view: (resource?: Resource) => ViewState;
  readonly change: (part: Partial<ViewState>, resource?: Resource) => void;
  readonly wait: (ms: number) => void;
  readonly open: (connectionId: string) => void;
}

function rig(): Rig {
  const states = new Map<string, ViewState>();
  const listeners = new Set<() => void>();
  let [now, connection] = [0, "p"];
  const views: ViewStore = {
    get: (connectionId, resource) => states.get(`${connectionId} ${resource}`) ?? DEFAULT_VIEW,
    update: (connectionId, resource, change) => {
      const [before, key] = [views.get(connectionId, resource), `${connectionId} ${resource}`];
      const after = change(before);
      if (after === before) return;
      states.set(key, after);
      for (const listener of listeners) listener();
    },
    remembered: () => null,
    subscribe: () => () => {},
    subscribeAtOnce: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: async () => {},
  };
  const history = createMemoryHistory({ initialEntries: ["/items"] });
  const page = followFilters(
    views,
    history,
    () => connection,
    () => now,
  );
  return {
    history,
    page,
    view: (resource = "items") => views.get(connection, resource),
    change: (part, resource = "items") =>
      views.update(connection, resource, (view) => ({ ...view, ...part })),
    wait: (ms) => {
      now += ms;
    },
    open: (connectionId) => {
      connection = connectionId;
    },
  };
}

const chip = (id: string, empty = true): Chip => ({
  id,
  enabled: true,
  filter: { kind: "presence", field: "weight", empty },
});

describe("the page's history", () => {
  it("Back undoes a filter change, and Forward restores it", () => {
    const { history, page, view, change } = rig();
    expect(page.reach()).toEqual({ back: false, forward: false });
    change({ chips: [chip("a")] });
    change({ chips: [chip("a"), chip("b")] });
    history.push("/types");
    expect(page.reach()).toEqual({ back: true, forward: false });
    history.back();
    expect(view().chips).toHaveLength(2);
    history.back();
    expect(view().chips).toEqual([chip("a")]);
    history.back();
    expect([view().chips, page.reach()]).toEqual([[], { back: false, forward: true }]);
    history.forward();
    expect(view().chips).toEqual([chip("a")]);
    change({ search: "film" });
    expect(page.reach()).toEqual({ back: true, forward: false });
    history.back();
    expect([view().chips, view().search]).toEqual([[chip("a")], ""]);
  });

  it("typing or dragging adds only one history entry until a pause", () => {
    const { history, view, change, wait } = rig();
    for (const search of ["f", "fi", "fil"]) {
      change({ search });
      wait(300);
    }
    wait(2_000);
    change({ search: "film" });
    change({ chips: [chip("a")] });
    change({ chips: [chip("a", false)] });
    history.back();
    expect([view().search, view().chips]).toEqual(["film", []]);
    history.back();
    expect(view().search).toBe("fil");
    history.back();
    expect(view().search).toBe("");
  });

  it("Back keeps order and columns unless it restores another view", () => {
    const { history, view, change } = rig();
    change({ chips: [chip("a")] });
    change({ sort: [{ field: "weight", direction: "desc" }] });
    history.back();
    expect([view().chips, view().sort]).toEqual([[], [{ field: "weight", direction: "desc" }]]);
    change({ viewId: "checked_out", sort: [{ field: "checkedOutAt", direction: "asc" }] });
    history.back();
    expect([view().viewId, view().sort]).toEqual(["all", [{ field: "weight", direction: "desc" }]]);
  });

  it("Back restores an earlier entry after another page changed the filters", () => {
    const { history, view, change } = rig();
    history.push("/types");
    change({ chips: [chip("a")] }, "items");
    history.push("/items");
    expect(view().chips).toHaveLength(1);
    history.go(-2);
    expect(view().chips).toEqual([]);
    history.go(2);
    expect(view().chips).toHaveLength(1);
  });

  it("Back never applies one connection's filters to another", () => {
    const { history, view, change, open } = rig();
    change({ chips: [chip("a")] });
    open("other");
    history.replace("/items");
    change({ search: "film" });
    history.back();
    history.back();
    expect([view().search, view().chips]).toEqual(["", []]);
    open("p");
    expect(view().chips).toHaveLength(1);
  });

  it("a full history drops its oldest entry", () => {
    const { history, view, change, wait } = rig();
    for (let at = 1; at <= 250; at += 1) {
      change({ search: String(at) });
      wait(5_000);
    }
    history.go(-100);
    expect(view().search).toBe("150");
    history.go(-149);
    expect(view().search).toBe("150");
  });
});
