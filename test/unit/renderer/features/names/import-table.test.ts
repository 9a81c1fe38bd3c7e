import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guessMapping, previewImport } from "../../../../../renderer/features/names/import-table.ts";
import type { NameEntry } from "../../../../../shared/features/names/names.ts";

const entry = (id: string, name: string, team = "", note = ""): NameEntry => ({ id, name, team, note });
const byId = (...entries: readonly NameEntry[]) => new Map(entries.map((one) => [one.id, one]));
const MAPPING = { id: 0, name: 1, team: 2, note: null };
const table = (...rows: (string | null)[][]) => ({
  columns: ["id", "name", "team"],
  rows,
  lines: rows.map((_, at) => at + 2),
});
const [NOBODY, NO_NAMES] = [new Set<string>(), byId()];

describe("guessMapping()", () => {
  it.each([
    [["id", "name", "team", "note"], { id: 0, name: 1, team: 2, note: 3 }],
    [["Full Name", " USER ID ", "Département", "Department"], { id: 1, name: 0, team: 3, note: null }],
    [["name", "checkedOutToUserId", "checkedOutToUserName"], { id: 1, name: 0, team: null, note: null }],
    [["a", "b"], { id: null, name: null, team: null, note: null }],
    [["Kennung", "Name", "Abteilung", "Bemerkung"], { id: 0, name: 1, team: 2, note: 3 }],
    [["Observación", "Identificador", "Nombre completo", "Equipo"], { id: 1, name: 2, team: 3, note: 0 }],
    [["Matricule", "Nom", "Équipe", "Remarque"], { id: 0, name: 1, team: 2, note: 3 }],
    [["Matrícula", "Nome", "Equipe", "Observação"], { id: 0, name: 1, team: 2, note: 3 }],
  ])("guessMapping() reads the column names %j", (columns, wanted) => {
    expect(guessMapping(columns)).toEqual(wanted);
  });
});

describe("previewImport()", () => {
  it("a row with an unreadable cell imports nothing", () => {
    const rows = table(["u-1", null, "Print"], [null, "Bo", ""], ["u-3", "Carl", ""]);
    const { added, unreadable } = previewImport(rows, MAPPING, NO_NAMES, NOBODY);
    expect([added, unreadable.map(({ row }) => row)]).toEqual([[entry("u-3", "Carl")], [2, 3]]);
  });
  it("a preview of names separates new, changed and unchanged entries", () => {
    const names = byId(entry("u-1", "Anna", "Print", "desk 5"), entry("u-2", "Bo"));
    const rows = table(["u-1", "Anna B.", ""], ["u-2", " Bo ", ""], ["u-3", "Carl", "Print"]);
    expect(previewImport(rows, MAPPING, names, new Set(["u-3"]))).toEqual({
      added: [entry("u-3", "Carl", "Print")],
      // An empty cell, and a column that is not in the file, do not change the stored value.
      changed: [entry("u-1", "Anna B.", "Print", "desk 5")],
      replaced: [{ row: 2, id: "u-1", name: "Anna → Anna B." }],
      same: 1,
      unreadable: [],
      empty: [],
      duplicate: [],
      tooLong: [],
      unknown: [],
    });
  });

  it("a preview of names lists rows with missing, repeated or unknown ids", () => {
    const rows = table(
      ["", "Nobody", ""],
      ["u-1", " ", ""],
      ["u-1", "Anna", ""],
      [" u-1 ", "Berta", ""],
      ["u-2", "x".repeat(121), ""],
      ["u-3", "Carl"],
    );
    const found = previewImport(rows, MAPPING, NO_NAMES, new Set(["u-1"]));
    expect(found.added).toEqual([entry("u-1", "Anna"), entry("u-3", "Carl")]);
    expect(found.empty.map(({ row }) => row)).toEqual([2, 3]);
    expect(found.duplicate).toEqual([{ row: 5, id: "u-1", name: "Berta" }]);
    expect(found.tooLong.map(({ row }) => row)).toEqual([6]);
    expect(found.unknown).toEqual([{ row: 7, id: "u-3", name: "Carl" }]);
  });

  it("a preview of names lists every row and finds no change after saving", () => {
    const cell = fc.constantFrom("", "a", "b", " c ", "x".repeat(121));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 }), (rows) => {
        const found = previewImport(table(...rows), MAPPING, NO_NAMES, NOBODY);
        const { added, changed, same, empty, duplicate, tooLong } = found;
        const listed = empty.length + duplicate.length + tooLong.length;
        expect(added.length + changed.length + same + listed).toBe(rows.length);
        const again = previewImport(table(...rows), MAPPING, byId(...added), NOBODY);
        expect([again.added, again.changed]).toEqual([[], []]);
      }),
    );
  });
});
