import { describe, expect, it } from "vitest";
import { foldedTerms, matchRanges } from "../../../../renderer/grid/match-ranges.ts";

/** The text with its matches in brackets. */
function marked(text: string, search: string): string {
  const ranges = matchRanges(text, foldedTerms(search));
  return ranges
    .toReversed()
    .reduce((out, [from, to]) => `${out.slice(0, from)}[${out.slice(from, to)}]${out.slice(to)}`, text);
}

describe("matchRanges()", () => {
  it.each([
    ["PET film 23 µm", "FILM", "PET [film] 23 µm"],
    ["PET film 23 µm", "film pet", "[PET] [film] 23 µm"],
    ["PET film, film PET", '"pet film"', "[PET film], film PET"],
    ["banana", "ana nan", "b[anan]a"],
    ["Käfig Łódź", "kafig", "[Käfig] Łódź"],
    ["Ka\u0308fig", "kaf", "[Ka\u0308f]ig"],
    ["5 ﬁlms", "film", "5 [ﬁlm]s"],
    ["Straße 5 Łódź", "strasse lodz", "[Straße] 5 [Łódź]"],
    ["Straße", "ass", "Str[aß]e"],
    ["So\u00adft Straße, Ei", "ei soft", "[So\u00adft] Straße, [Ei]"],
    ["Stra\u00adße film", "strasse film", "[Stra\u00adße] [film]"],
    ["ﾊﾞﾙﾌﾞ 5", "ルブ", "ﾊﾞ[ﾙﾌﾞ] 5"],
    ["バルブ", "ハルブ", "バルブ"],
    ["İsparta Æble", "isparta aeble", "[İsparta] [Æble]"],
    ["½ inch × 2", "inch", "½ [inch] × 2"],
    ["nothing here", "film", "nothing here"],
    ["anything", "  ", "anything"],
  ])("matchRanges() marks the matches in %s for the search %s", (text, search, result) => {
    expect(marked(text, search)).toBe(result);
  });
});
