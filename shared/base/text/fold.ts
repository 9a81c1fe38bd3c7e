/** All characters with a lower code than this are never joined to the previous character. */
const FIRST_MARK = 0x300;
const FIRST_BEYOND_ASCII = 0x80;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];
/** The folded forms of characters, by character code; filled as characters are met. */
const FOLDED: (string | undefined)[] = [];
/** Whether a character joins the previous character, by character code; filled as characters are met. */
const JOINS: (boolean | undefined)[] = [];

/** Characters without a visible shape: zero-width characters, soft hyphens, marks of writing direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const MARKS_OF_LETTERS = /([\p{Script=Latin}\p{Script=Greek}])[\p{Mn}\p{Me}]+/gu;
const DIAERESIS_OF_YO = /(?<=е)\u0308+/g;
/**
 * Letters that are folded before the decomposition, because they would decompose to "l·" and "ʼn". Other apostrophes
 * become the keyboard's apostrophe.
 */
const EARLY: ReadonlyMap<string, string> = new Map([
  ["ŀ", "l"],
  ["ŉ", "'n"],
  ["ʼ", "'"],
  ["’", "'"],
]);
const EARLY_LETTERS = new RegExp(`[${[...EARLY.keys()].join("")}]`, "g");

/**
 * Lower-case Latin letters that Unicode does not decompose, by their folded form. These are letters with a
 * stroke, hook or tail, ligatures, and letters with a usual spelling in ASCII. Capitals become lower case
 * first. Letters that only phonetic alphabets have, such as ʔ, fold to themselves.
 */
const FOLDED_TO: Readonly<Record<string, string>> = {
  a: "ɑᴀᶏⱥ",
  aa: "ꜳ",
  ae: "æᴁ",
  ao: "ꜵ",
  au: "ꜷ",
  av: "ꜹꜻ",
  ay: "ꜽ",
  b: "ƀƃɓʙᵬᶀꞗ",
  c: "ƈȼɕᴄꞓꞔ𝼝",
  d: "ðđƌȡɖɗᴅᵭᶁᶑꝺꟈ",
  db: "ȸ",
  dz: "ʣʥꭦ",
  e: "ǝɇəɛᴇᶒⱸꬲꬳꬴ",
  f: "ƒᵮᶂꜰꝼꞙ",
  g: "ǥɠɡɢɣʛᵹᶃꞡꬶ",
  h: "ħɦʜⱨⱶꞕ",
  hv: "ƕ",
  i: "ıɨɩɪᵻᶖ𝼚",
  j: "ȷɉɟʄʝᴊ",
  k: "ƙᴋᶄⱪꝁꝃꝅꞣ",
  l: "łƚȴɫɬɭʟᴌᶅⱡꝇꝉꞎꬷꬸꬹ𝼄𝼑𝼓",
  ll: "ỻ",
  ls: "ʪ",
  lz: "ʫ",
  m: "ɱᴍᵯᶆꬺ",
  n: "ŋƞȵɲɳɴᵰᶇꞑꞥꬻ",
  o: "øɔɵᴏⱺꝋꝍꬽꬾ𝼛",
  oe: "œɶ",
  oi: "ƣ",
  oo: "ꝏ",
  ou: "ȣᴕ",
  p: "ƥᴘᵱᵽᶈꝑꝓꝕ",
  q: "ĸɋʠꝗꝙꞯ",
  qp: "ȹ",
  r: "ɍɼɽɾʀᵲᵳᶉꞃꞧꭆꭉꭋꭌ𝼖",
  s: "ȿʂʃᵴᶊẜẝꜱꞅꞩꟊ𝼞",
  ss: "ß",
  t: "ŧƫƭȶʈᴛᵵⱦꞇ𝼉",
  tc: "ʨ",
  th: "þᵺꝥꝧ",
  ts: "ʦꭧ",
  tz: "ꜩ",
  u: "ʉʊᴜᵾᶙꞹꭎꭒ",
  ue: "ᵫ",
  v: "ʋᴠᶌỽⱱⱴꝟ",
  vy: "ꝡ",
  w: "ƿᴡⱳ",
  x: "ᶍꭖꭗꭘꭙ",
  y: "ƴɏʏỿꭚ",
  z: "ƶȥɀʐʑʒᴢᵶᶎⱬ",
};

/** The folded form of each Latin letter that Unicode does not decompose. */
const LATIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(FOLDED_TO).flatMap(([folded, letters]) =>
    Array.from(letters, (letter): [string, string] => [letter, folded]),
  ),
);

const UNDECOMPOSED = new RegExp(`[ς${[...LATIN_LETTERS.keys()].join("")}]`, "gu");

/**
 * Folds a text for search. It removes case, diacritics of Latin and Greek letters, and invisible characters. Every text
 * search compares folded texts, so "lodz" finds "Łódź". README.md has the rules.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  let folded = "";
  let taken = 0;
  // Common letters are folded one by one: calling `normalize()` on "40 µm × 3 m" would take ten times as long.
  for (let index = 0; index < lower.length; index += 1) {
    const code = lower.charCodeAt(index);
    if (code < FIRST_BEYOND_ASCII) continue;
    if (code >= FIRST_MARK && joins(code)) return foldAny(lower);
    folded += lower.slice(taken, index) + (FOLDED[code] ??= foldAny(lower.charAt(index)));
    taken = index + 1;
  }
  return taken === 0 ? lower : folded + lower.slice(taken);
}

function foldAny(lower: string): string {
  return (
    lower
      .replace(INVISIBLE, "")
      .replace(EARLY_LETTERS, (letter) => EARLY.get(letter) ?? letter)
      .normalize("NFKD")
      .replace(MARKS_OF_LETTERS, "$1")
      .replace(DIAERESIS_OF_YO, "")
      // The decomposition may contain capitals: "№" decomposes to "No".
      .toLowerCase()
      .replace(UNDECOMPOSED, (letter) => LATIN_LETTERS.get(letter) ?? "σ")
      .normalize("NFKC")
  );
}

/** Marks, invisible characters, half-width voicing marks, and the vowels and finals of Korean syllables. */
const JOINING = String.raw`\p{M}\p{Default_Ignorable_Code_Point}\uFF9E\uFF9F\u1160-\u11FF\uD7B0-\uD7FF\uFFA0-\uFFDC`;
const JOINER = new RegExp(`[${JOINING}]`, "u");
const PIECES = new RegExp(`[^]?[${JOINING}]+|[^]`, "gu");

/** True if a UTF-16 unit folds together with the previous unit. Also true for one half of a surrogate pair. */
function joins(code: number): boolean {
  return (JOINS[code] ??=
    (code >= FIRST_SURROGATE && code <= LAST_SURROGATE) || JOINER.test(String.fromCharCode(code)));
}

/** Splits a text into pieces that fold separately: each is a character and the characters that join it. */
export function foldingPieces(text: string): readonly string[] {
  return text.match(PIECES) ?? [];
}

/** Splits the text of the search box into terms. A row must match all of them; quotes keep words together. */
export function searchTerms(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, word]) => quoted ?? word ?? "")
    .map((term) => term.replace(/"/g, ""))
    .filter((term) => term.trim() !== "" && fold(term) !== "");
}
