import { describe, expect, it } from "vitest";
import { readAnswers } from "../../../../../renderer/delivery/file-import/read-answers.ts";

describe("readAnswers()", () => {
  it.each([
    ["English", "Yes TRUE Counted", "No FALSE Missing"],
    ["German", "Ja WAHR vorhanden", "Nein FALSCH fehlt"],
    ["French", "Oui VRAI Présente", "Non FAUX Introuvable"],
    ["Spanish", "Sí VERDADERO encontrado", "No FALSO ausente"],
    ["Portuguese", "Sim VERDADEIRO contado", "Não FALSO faltando"],
    ["Italian", "Sì VERO presente", "No FALSO mancante"],
    ["Dutch", "Ja WAAR aanwezig", "Nee ONWAAR ontbreekt"],
    ["Polish", "Tak PRAWDA obecny", "Nie FAŁSZ brak"],
  ])('readAnswers() knows "yes" and "no" in %s', (_language, yes, no) => {
    expect(readAnswers(yes.split(" "))).toEqual([true, true, true]);
    expect(readAnswers(no.split(" "))).toEqual([false, false, false]);
  });
  it("symbols, numbers and empty cells also count as yes or no", () => {
    expect(readAnswers(["✓", "✔️", "x", "1", "1,0", "3"])).toEqual([true, true, true, true, true, true]);
    expect(readAnswers(["✗", "❌", "–", "0", "0,0", "0.00", " ", ""])).toEqual(Array(8).fill(false));
  });
  it("a text that means neither yes nor no is an unknown answer", () => {
    const texts = ["N/A", "?", "maybe", "-1", "2026-11-29", "yes/no", "не", "=B2", "n.v.t."];
    expect(readAnswers(texts)).toEqual(texts.map(() => null));
  });
});
