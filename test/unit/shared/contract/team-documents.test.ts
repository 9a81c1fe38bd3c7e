import { expect, it } from "vitest";
import { DOCUMENTS } from "../../../../shared/contract/documents.ts";
import { readTeamValue } from "../../../../shared/contract/team-documents.ts";
import { MAX_RULES } from "../../../../shared/features/alerts/alerts.ts";
import { MAX_FORMER_NOTES, MAX_NOTES } from "../../../../shared/features/custody/custody-calls.ts";
import { MAX_NAME, MAX_NAMES, MAX_NOTE } from "../../../../shared/features/names/names.ts";
import { TEAM_LIMITS } from "../../../../shared/features/team/team-kinds.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

it("a team can have as many records per document as one user", () => {
  for (const { name, maxRecords } of Object.values(DOCUMENTS))
    if (TEAM_LIMITS.has(name)) expect(TEAM_LIMITS.get(name)?.records).toBeGreaterThanOrEqual(maxRecords);
  expect(TEAM_LIMITS.get("names")?.records).toBe(MAX_NAMES);
  expect(TEAM_LIMITS.get("alertRules")?.records).toBe(MAX_RULES);
  expect(TEAM_LIMITS.get("itemNotes")?.records).toBe(MAX_NOTES + MAX_FORMER_NOTES);
});

const NO_UNITS = { length: null, weight: null, width: null, thickness: null };
const choice = (values: readonly string[]) => ({
  enabled: true,
  filter: { kind: "choice", field: "typeId", negate: false, values, empty: false },
});
const item = { id: "i", name: "n", typeId: "t", locationId: "l", status: "s", length: 1, weight: 2 };
const finding = {
  kind: "missing",
  text: null,
  item,
  now: item,
  isGone: false,
  scans: 0,
  length: null,
  weight: null,
  lengthDiffers: false,
  weightDiffers: false,
  explained: { type: "inventory.item.transferred", after: null, before: "2026-01-01" },
};

it.each<readonly [document: string, id: string, value: unknown]>([
  [
    "names",
    "u",
    { name: "\u0001".repeat(MAX_NAME), team: "\u0001".repeat(MAX_NAME), note: "\u0001".repeat(MAX_NOTE) },
  ],
  [
    "units",
    "",
    {
      ...NO_UNITS,
      shownIn: { length: null, weight: null },
      overrides: Object.fromEntries(many(1_000, (at) => [`type ${at}`, NO_UNITS])),
    },
  ],
  ["countLists", "c/1", { of: "findings", rows: many(500, () => finding) }],
  [
    "views",
    ID,
    {
      resource: "items",
      name: "Largest",
      definition: {
        version: 1,
        minor: 0,
        search: "",
        filters: many(8, () => choice(many(1_000, (at) => `typ_${at}`))),
        sort: [],
      },
    },
  ],
])("the largest value of %s is readable", (document, id, value) => {
  expect(readTeamValue(document, id, JSON.stringify(value))).toBeDefined();
});

it.each<readonly [document: string, id: string, text: string | null]>([
  ["names", "u", null],
  ["names", "u", '"a text"'],
  ["names", "u", "not JSON"],
  ["names", "", '{"name":"","team":"","note":""}'],
  ["names", "u", '{"name":"Anna","team":"","note":"","id":"other"}'],
  ["views", "all", '{"resource":"items","name":"v","definition":{}}'],
  ["alertRules", ID, JSON.stringify({ id: ID })],
  ["limits", "t", `14${" ".repeat(499)}`],
  ["countLists", "c/1", JSON.stringify({ of: "expected", rows: Array(1_001).fill(1) })],
  ["units", "", JSON.stringify({ overrides: { deep: "[".repeat(9) } })],
  ["schedules", "s", "{}"],
  ["__proto__", "s", "1"],
])("readTeamValue() returns undefined for an unreadable value of %s (%#)", (document, id, text) => {
  expect(readTeamValue(document, id, text)).toBeUndefined();
});
