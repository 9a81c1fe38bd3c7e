import { describe, expect, it } from "vitest";
import {
  isViewLink,
  MAX_VIEW_FILE,
  MAX_VIEW_LINK,
  readSharedView,
  viewLink,
  ViewRefusal,
  viewFileName,
  viewFileText,
} from "../../../../../shared/features/views/view-share.ts";
import type { ChipFilter } from "../../../../../shared/query/field-filter.ts";
import type { SharedView } from "../../../../../shared/features/views/view-share.ts";
import type { ViewDefinition } from "../../../../../shared/query/views/views.ts";

const view: SharedView = {
  resource: "items",
  name: "Käfig (50 %) 'n' *",
  definition: {
    version: 1,
    minor: 0,
    search: "",
    filters: [
      {
        enabled: true,
        filter: { kind: "choice", field: "locationId", negate: false, values: ["loc_gone"], empty: false },
      },
    ],
    sort: [],
  },
};
const file = JSON.parse(viewFileText(view)) as Record<string, unknown>;
const link = viewLink(view) ?? "";
const withPart = (part: object): string =>
  JSON.stringify({ ...file, definition: { ...view.definition, ...part } });
const linkOf = (text: string): string => `stockdeck://view?d=${encodeURIComponent(text)}`;
const refusal = (text: string): string => {
  try {
    readSharedView(text);
  } catch (thrown) {
    if (thrown instanceof ViewRefusal) return [thrown.message, thrown.detail].join(" | ");
    throw thrown;
  }
  return "accepted";
};

describe("a shared view", () => {
  it("a shared view reads back from its file and link, even with unknown ids", () => {
    expect(readSharedView(viewFileText(view))).toEqual(view);
    expect(readSharedView(`\uFEFF${viewFileText(view)}`)).toEqual(view);
    expect(readSharedView(` ${link}\n`)).toEqual(view);
    expect(readSharedView(link.replace("view?", "view/?"))).toEqual(view);
  });

  it("a shared view keeps nested groups up to the depth limit", () => {
    const nest = (levels: number): ChipFilter =>
      levels === 0
        ? { kind: "choice", field: "status", negate: true, values: ["archived"], empty: true }
        : { kind: "group", match: "none", parts: [nest(levels - 1)] };
    const grouped = (filter: unknown): SharedView => ({
      ...view,
      definition: { ...view.definition, filters: [{ enabled: true, filter: filter as ChipFilter }] },
    });
    expect(readSharedView(viewFileText(grouped(nest(9))))).toEqual(grouped(nest(9)));
    expect(refusal(viewFileText(grouped({ kind: "group", match: "all", parts: [] })))).toMatch(/definition/);
    expect(refusal(viewFileText(grouped({ kind: "group", match: "some", parts: [nest(0)] })))).toMatch(
      /definition/,
    );
    expect(refusal(viewFileText(grouped(nest(40))))).toMatch(/nested too deep/);
  });

  it("a shared view keeps parts from a newer minor version", () => {
    const definition = { ...view.definition, minor: 2, heat: true } as ViewDefinition;
    expect(readSharedView(viewFileText({ ...view, definition })).definition).toEqual(definition);
  });

  it("a shared view includes its alert rules up to a limit", () => {
    const rule = { name: "Light", afterRefreshes: 2, notify: true } as const;
    const enters = { ...rule, watch: { kind: "view", event: "enters" } } as const;
    const watch = { kind: "amount", measure: "count", direction: "above", threshold: 5, clearAt: 3 } as const;
    const ruled: SharedView = { ...view, rules: [enters, { ...rule, watch }] };
    expect(readSharedView(viewFileText(ruled))).toEqual(ruled);
    expect(readSharedView(viewLink(ruled) ?? "")).toEqual(ruled);
    const withRules = (rules: unknown): string => JSON.stringify({ ...file, rules });
    const damaged = /its alert rules are damaged or too many/;
    expect(refusal(withRules([{ ...enters, watch: { kind: "key" } }]))).toMatch(damaged);
    expect(refusal(withRules([{ ...enters, watch: { ...watch, clearAt: 6 } }]))).toMatch(damaged);
    expect(refusal(withRules([{ ...enters, id: "1" }]))).toMatch(damaged);
    expect(refusal(withRules(Array.from({ length: 21 }, () => enters)))).toMatch(damaged);
  });

  it("a shared view contains only name, table and definition", () => {
    const saved = { ...view, id: "1", connectionId: "p", key: "secret" };
    expect(Object.keys(JSON.parse(viewFileText(saved)) as object)).toEqual([
      "format",
      "version",
      "name",
      "resource",
      "definition",
    ]);
    expect(viewLink(saved)).toBe(link);
  });

  it("a shared view's link has only safe characters", () => {
    expect(link).toMatch(/^stockdeck:\/\/view\?d=[A-Za-z0-9\-_.~%]+$/);
    const values = Array.from({ length: 1_000 }, (_, at) => `location-${at}`);
    const filter = { kind: "choice", field: "locationId", negate: false, values, empty: false } as const;
    const long = { ...view, definition: { ...view.definition, filters: [{ enabled: true, filter }] } };
    expect(viewLink(long)).toBeNull();
    expect(readSharedView(viewFileText(long))).toEqual(long);
  });

  it("a shared view's file name is valid on every system", () => {
    expect(viewFileName(view)).toBe("Käfig -50 - -n.stockdeck-view.json");
    expect(viewFileName({ name: "../../etc/passwd" })).toBe("etc-passwd.stockdeck-view.json");
    expect(viewFileName({ name: "***" })).toBe("view.stockdeck-view.json");
  });
});

describe("texts that are not a view", () => {
  it.each([
    ["", /not a view of Stockdeck’s, or a damaged one/],
    ["{", /not a view/],
    ["null", /not a view/],
    ["[1]", /not a view/],
    ['{"format":"stockdeck-diagnostics","version":1}', /not a view/],
    [JSON.stringify({ ...file, version: 2 }), /newer version/],
    [JSON.stringify({ ...file, version: 0 }), /for which version of Stockdeck it is\. \| version: /],
    [JSON.stringify({ ...file, resource: "users" }), /of which table it is: .*\. \| resource: /],
    [JSON.stringify({ ...file, name: "two\nlines" }), /its name is .*on several lines\. \| name: /],
    [withPart({ sort: [{ field: "weight", direction: "up" }] }), /the order of its rows is damaged/],
    [withPart({ columns: { order: [1] } }), /what it says of columns is damaged/],
    [withPart({ grouping: "status" }), /what it groups rows by is damaged/],
    [withPart({ density: "huge" }), /the height of its rows/],
    [withPart({ heat: true }), /parts that no view has\. \| definition: unknown part “heat”/],
    [JSON.stringify({ ...file, key: "secret" }), /it has parts that no view has\. \| Unrecognized key/],
    [
      JSON.stringify({ ...file, definition: { ...view.definition, filters: [{}] } }),
      /its 1st filter is damaged.* \| definition\.filters\.0/,
    ],
    [viewFileText(view).replace("{", '{"__proto__":{"admin":true},'), /part named “__proto__”/],
    [viewFileText(view).replace('"search"', '"constructor":{"prototype":{}},"search"'), /part named/],
    [`${"[".repeat(200_000)}${"]".repeat(200_000)}`, /nested too deep/],
    [" ".repeat(MAX_VIEW_FILE) + "{}", /not a view/],
    [`"${"x".repeat(MAX_VIEW_FILE)}"`, /too large/],
    ["stockdeck://view", /not a link/],
    ["stockdeck://view?d=%", /damaged/],
    ["stockdeck://view?d=%7B", /link is damaged/],
    [`${link}&d=x`, /not a link/],
    [`${link}#x`, /not a link/],
    [link.replace("view", "user@view"), /not a link/],
    [link.replace("view", "view/../settings"), /not a link/],
    [link.replace("stockdeck://view", "stockdeck://wipe"), /not a link/],
    [linkOf("x".repeat(MAX_VIEW_LINK)), /too long/],
    ["https://stock.example/view?d=1", /not a view/],
  ])("a text that is not a view is refused with a reason (%#)", (text, reason) => {
    expect(refusal(text)).toMatch(reason);
  });

  it("a refused view does not change JavaScript's built-in objects", () => {
    refusal(viewFileText(view).replace("{", '{"__proto__":{"polluted":true},'));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("isViewLink() accepts only a complete view link", () => {
    expect(isViewLink(link)).toBe(true);
    for (const text of ["", "stockdeck://view?d=", `x${link}`, `${link}\n`, "--stockdeck://view?d=a"])
      expect([text, isViewLink(text)]).toEqual([text, false]);
  });
});
