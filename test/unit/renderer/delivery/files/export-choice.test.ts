import { describe, expect, it } from "vitest";
import type { RowsRequest } from "../../../../../shared/delivery/exports.ts";
import type { Query } from "../../../../../shared/query/query.ts";
import { compileQuery } from "../../../../../shared/query/views/compile-view.ts";
import type { TableSource } from "../../../../../renderer/inventory/exports/export-requests.ts";
import {
  chosenColumns,
  firstChoice,
  readChoice,
  rememberChoice,
  requestAgain,
} from "../../../../../renderer/delivery/files/export-choice.ts";

const SOURCE = { resource: "items", columns: ["name", "locationName"] } as unknown as TableSource;

describe("the stored export choice of a view", () => {
  it("each view remembers its export choice", () => {
    const xlsx = { ...firstChoice(), format: "xlsx", manifest: true } as const;
    const text = rememberChoice(rememberChoice(null, "all", firstChoice()), "mine", xlsx);
    expect([readChoice(text, "mine"), readChoice(text, "all")]).toEqual([xlsx, firstChoice()]);
    for (const broken of [null, "", "[]", '{"mine":{"format":"pdf"}}', "nonsense"])
      expect(readChoice(broken, "mine")).toEqual(firstChoice());
  });

  it("the oldest export choice is dropped if over 200 views have a choice", () => {
    let text: string | null = null;
    for (let view = 0; view <= 200; view += 1)
      text = rememberChoice(text, `view-${view}`, { ...firstChoice(), manifest: true });
    expect([readChoice(text, "view-0").manifest, readChoice(text, "view-1").manifest]).toEqual([false, true]);
  });

  it("an export contains shown columns, all fields, or all fields with names", () => {
    const of = (columns: "shown" | "all" | "named"): readonly string[] =>
      chosenColumns(SOURCE, { ...firstChoice(), columns });
    expect(of("shown")).toEqual(["name", "locationName"]);
    expect(of("all")).toHaveLength(15);
    expect(of("named").slice(3, 7)).toEqual([
      "locationId",
      "locationName",
      "materialTypeId",
      "materialTypeName",
    ]);
  });
});

describe("repeated exports", () => {
  const filter = { kind: "today", field: "updatedAt" } as const;
  const view = {
    name: "Updated today",
    definition: { version: 1, minor: 0, search: "", filters: [{ enabled: true, filter }], sort: [] },
  } as const;
  const on = (day: string) => compileQuery({ search: "", chips: view.definition.filters, sort: [] }, day);
  const requestOf = (query: Query): RowsRequest =>
    ({ resource: "items", query, view, columns: ["id"], verifyFirst: false }) as unknown as RowsRequest;
  const startedAt = new Date(2026, 10, 20, 9).toISOString();

  it("a repeated export of a view treats the day of the repetition as today", () => {
    const before = requestOf(on("2026-11-20"));
    const again = requestAgain(before, startedAt, "2026-11-23") as RowsRequest;
    expect(again).toEqual({ ...before, query: on("2026-11-23") });
    expect(again.query).not.toEqual(before.query);
  });

  it("a repeated export of selected or all rows has the same query", () => {
    const all = [{ version: 1 }, { version: 1, filter: { field: "id", op: "in", value: ["a"] } }] as const;
    for (const query of all)
      expect(requestAgain(requestOf(query as unknown as Query), startedAt, "2026-11-23")).toEqual(
        requestOf(query as unknown as Query),
      );
  });
});
