/**
 * Lower-case Latin letters that Unicode does not decompose, by what they fold to: letters with a stroke, hook or tail,
 * ligatures, and letters with a usual spelling in ASCII. Capitals become lower case first. Letters of phonetic alphabets
 * alone, such as ʔ, fold to themselves.
 *
 * From the names of Unicode 14 ("LATIN SMALL LETTER D WITH STROKE" is a "d"); the others (ß þ ð ŋ ə ɛ ɔ ĸ …) as CLDR's
 * transform Latin-ASCII has them.
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

/** The folded text of each Latin letter that Unicode does not decompose. */
export const LATIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(FOLDED_TO).flatMap(([folded, letters]) =>
    Array.from(letters, (letter): [string, string] => [letter, folded]),
  ),
);
