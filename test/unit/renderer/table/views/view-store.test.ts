import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createViewStore, type ViewStore } from "../../../../../renderer/table/views/view-store.ts";
import type { HostApi } from "../../../../../shared/contract/contract.ts";

interface Rig {
  readonly views: ViewStore;
  /** The notifications of each listener, in order. */
  readonly told: string[];
  /** The texts that were saved. */
  readonly saved: string[];
}

function rig(): Rig {
  const saved: string[] = [];
  const host = {
    saveUiState: async ({ value }: { readonly value: string }) => {
      saved.push((JSON.parse(value) as { readonly search: string }).search);
      return { ok: true, value: null };
    },
    onConnections: () => () => {},
  } as unknown as HostApi;
  const views = createViewStore(host, [{ connectionId: "p", resource: "items", text: null }], 0);
  const told: string[] = [];
  views.subscribe(() => told.push(`table ${views.get("p", "items").search}`));
  views.subscribeAtOnce(() => told.push(`box ${views.get("p", "items").search}`));
  return { views, told, saved };
}

const type = (views: ViewStore, search: string, answer: Promise<void> | null): void =>
  views.update(
    "p",
    "items",
    (view) => ({ ...view, search }),
    () => answer,
  );

/** An answer that arrives when `resolve` is called. */
function answer(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return { promise, resolve };
}

describe("the view store", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", new EventTarget());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("the view store notifies the search box first, and the table after the rows arrived", async () => {
    const { views, told } = rig();
    const { promise, resolve } = answer();
    type(views, "a", promise);
    expect(told).toEqual(["box a"]);
    expect(views.get("p", "items").search).toBe("a");
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["box a", "table a"]);
  });

  it("the view store notifies the table even if the request fails", async () => {
    const { views, told } = rig();
    type(views, "a", Promise.reject(new Error("no answer")));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["box a", "table a"]);
    type(views, "ab", new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(59);
    expect(told.slice(2)).toEqual(["box ab"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told.slice(2)).toEqual(["box ab", "table ab"]);
  });

  it("the view store notifies the table at once if no request is pending", async () => {
    const { views, told, saved } = rig();
    const { promise, resolve } = answer();
    type(views, "a", promise);
    type(views, "ab", null);
    expect(told).toEqual(["box a", "box ab", "table ab"]);
    resolve();
    await vi.advanceTimersByTimeAsync(400);
    expect(told.at(-1)).toBe("table ab");
    expect(saved).toEqual(["ab"]);
  });
});
