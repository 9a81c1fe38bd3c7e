import { randomUUID } from "node:crypto";
import type { AlertRule, Watch } from "../../../shared/features/alerts/alerts.ts";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";

/** The view of a watched rule, different for each number: from a few rows to most rows. */
const VIEWS: readonly ((number: number) => readonly ChipFilter[] | string)[] = [
  (number) => [choice("status", "checked_out"), range("weight", number / 2, number)],
  (number) => [choice("materialTypeId", `type-${number}`)],
  (number) => [choice("status", "available"), choice("locationId", `loc-${number % 12}`)],
  (number) => [{ kind: "relative", field: "checkedOutAt", op: "olderThan", duration: `P${250 + number}D` }],
  (number) => [range("remainingLength", null, 100 + number)],
  (number) => `roll #${number}`,
  (number) => [{ kind: "share", field: "remainingLength", of: "startingLength", share: 0.01 * (number + 1) }],
  (number) => [{ kind: "text", field: "name", op: "contains", value: `film ${number}` }],
  (number) => [
    {
      kind: "group",
      match: "any",
      parts: [{ kind: "presence", field: "locationId", empty: true }, range("weight", 30 + number / 8, null)],
    },
  ],
  (number) => [
    { kind: "text", field: "checkedOutToUserId", op: "contains", value: `usr-${number}` },
    range("weight", 0.01, null),
  ],
  (number) => [
    { kind: "relative", field: "updatedAt", op: "withinLast", duration: `P${number + 1}D` },
    choice("status", "available", "archived"),
  ],
];

/** Fifty rules: mostly about views, some about amounts, and a few of each other kind. */
export function fiftyRules(connectionId: string): {
  readonly rules: readonly AlertRule[];
  readonly views: readonly SavedView[];
} {
  const views = Array.from({ length: 42 }, (_, number) => view(connectionId, number));
  const watches = views.map(({ id: viewId }, number): Watch => {
    if (number < 20) return { kind: "view", viewId, event: "enters" };
    if (number < 30) return { kind: "view", viewId, event: "leaves" };
    const measure = number < 36 ? "count" : { sum: "weight" };
    return { kind: "amount", viewId, measure, direction: "above", threshold: 50_000, clearAt: 45_000 };
  });
  const records = [0, 1, 2, 3].map((number): Watch => ({
    kind: "record",
    resource: "items",
    id: `item-00000${number}`,
  }));
  const others: readonly Watch[] = [
    { kind: "low", typeId: null },
    { kind: "low", typeId: "type-1" },
    { kind: "outLonger" },
    { kind: "outLonger" },
  ];
  return { rules: [...watches, ...records, ...others].map(rule), views };
}

function view(connectionId: string, number: number): SavedView {
  const shown = VIEWS[number % VIEWS.length]?.(number) ?? "";
  const [search, filters] = typeof shown === "string" ? [shown, []] : ["", shown];
  return {
    id: randomUUID(),
    connectionId,
    resource: "items",
    name: `View ${number}`,
    definition: {
      version: 1,
      minor: 0,
      search,
      filters: filters.map((filter) => ({ enabled: true, filter })),
      sort: [],
    },
  };
}

const rule = (watch: Watch, number: number): AlertRule => ({
  id: randomUUID(),
  name: `Rule ${number}`,
  paused: false,
  watch,
  afterRefreshes: 1,
  notify: true,
});

const choice = (field: string, ...values: string[]): ChipFilter => ({
  kind: "choice",
  field,
  negate: false,
  values,
  empty: false,
});

const range = (field: string, min: number | null, max: number | null): ChipFilter => ({
  kind: "range",
  field,
  min,
  max,
});
