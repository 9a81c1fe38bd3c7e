import { fold } from "../../../shared/base/text/fold.ts";
import { readAmounts } from "./read-amounts.ts";

/**
 * Words for yes, folded, in English, German, French, Spanish, Portuguese, Italian, Dutch and Polish: yes, true, found,
 * present, counted, and their abbreviations. A spreadsheet writes its TRUE in its own language.
 */
const YES = words(`
  yes y true t ok okay found present counted x v + ✓ ✔ ☑ ✅
  ja j wahr gefunden vorhanden da gezählt
  oui vrai trouvé trouvée présent présente compté comptée
  sí s verdadero encontrado encontrada presente contado contada
  sim verdadeiro
  sì vero trovato trovata contato contata
  waar gevonden aanwezig geteld
  tak prawda znaleziono znaleziony znaleziona obecny obecna policzono
`);

/** Words for no, folded, in the same languages: no, false, missing, absent, not found. */
const NO = words(`
  no n false f missing absent not_found not_present - – — ✗ ✘ ❌ ☐
  nein falsch fehlt fehlend nicht_gefunden nicht_vorhanden
  non faux manquant manquante absente non_trouvé non_trouvée pas_trouvé pas_trouvée introuvable
  falso falta faltante ausente no_encontrado no_encontrada
  não faltando não_encontrado não_encontrada
  mancante assente non_trovato non_trovata
  nee onwaar ontbreekt afwezig niet_gevonden niet_aanwezig
  nie fałsz brak brakuje nie_znaleziono nieobecny nieobecna
`);

/**
 * Reads a column of answers. True is a known word for yes, or a number above zero. False is a known word for no, zero,
 * or an empty cell. Null is any other text, which must count as neither.
 */
export function readAnswers(texts: readonly string[]): (boolean | null)[] {
  const amounts = readAmounts(texts);
  return texts.map((text, at) => {
    const word = fold(text.trim());
    if (word === "" || NO.has(word)) return false;
    if (YES.has(word)) return true;
    const amount = amounts[at] ?? null;
    return amount === null ? null : amount > 0;
  });
}

function words(list: string): ReadonlySet<string> {
  const all = list.trim().split(/\s+/);
  return new Set(all.map((word) => fold(word.replaceAll("_", " "))));
}
