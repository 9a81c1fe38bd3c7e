import { FILE_PROBLEMS } from "./messages.ts";
import yauzl from "yauzl";
import yazl from "yazl";
import { AppFailure, invalidInput } from "../../../shared/base/errors.ts";
import { markedEncoding } from "./csv-text.ts";
import { BOMB_BYTES, BOMB_FACTOR, MAX_PARTS, MAX_UNPACKED_BYTES } from "./limits.ts";

/** The name of the list of parts. It is the only name in the standard with capitals. */
const CONTENT_TYPES = "[Content_Types].xml";
/** Parts of a workbook without cells, which are not needed. */
const WITHOUT_CELLS =
  /(^|\/)(docprops|theme|drawings?|charts|media|pivot[a-z]*|customxml|externallinks|comments|threadedcomments|persons)\//;
const XML = /\.(xml|rels)$/;
/** Kinds of sheets without cells, by their entry in the list of parts. */
const OTHER_SHEETS = /\/(chart|dialog|xlmacro)sheet\b/i;

/** A workbook of unknown origin, made safe for the library that reads it. */
export interface SafeWorkbook {
  /** A ZIP that contains only the parts with cells. All libraries read this ZIP in the same way. */
  readonly zip: Uint8Array;
  /** Whether the workbook lists sheets without cells, such as charts. */
  readonly hasOtherSheets: boolean;
}

/**
 * Unpacks a workbook within limits, and packs it again for the library that reads it.
 * @security the sizes in the archive are not trusted: the unpacked bytes are counted.
 * @throws AppFailure `invalid_input` for a damaged or encrypted file, a file that is not a workbook, or a bomb.
 */
export async function safeWorkbook(bytes: Buffer): Promise<SafeWorkbook> {
  const parts = await unpacked(bytes).catch((thrown: unknown) => {
    throw thrown instanceof AppFailure ? thrown : invalidInput(FILE_PROBLEMS.damaged, { cause: thrown });
  });
  if (!parts.has(CONTENT_TYPES)) throw invalidInput(FILE_PROBLEMS.notAWorkbook);
  let hasOtherSheets = false;
  const zip = new yazl.ZipFile();
  for (const [path, content] of parts) {
    const text = xmlText(content);
    if (path.endsWith(".rels")) hasOtherSheets ||= OTHER_SHEETS.test(text);
    zip.addBuffer(Buffer.from(plainPart(path, text)), path, { compress: false });
  }
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Uint8Array);
  return { zip: Buffer.concat(chunks), hasOtherSheets };
}

/** Unpacks the needed parts, by name in lower case: workbooks ignore the case of names. */
async function unpacked(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  if (archive.entryCount > MAX_PARTS) throw invalidInput(FILE_PROBLEMS.tooManyParts);
  const parts = new Map<string, Buffer>();
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    const path = entry.fileName === CONTENT_TYPES ? CONTENT_TYPES : entry.fileName.toLowerCase();
    if (!XML.test(path) || WITHOUT_CELLS.test(path)) continue;
    if (!entry.canDecodeFileData()) throw invalidInput(FILE_PROBLEMS.encrypted);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      total += (chunk as Uint8Array).length;
      if (total > MAX_UNPACKED_BYTES || (total > BOMB_BYTES && total > bytes.length * BOMB_FACTOR))
        throw invalidInput(FILE_PROBLEMS.bomb);
      chunks.push(chunk as Uint8Array);
    }
    parts.set(path, Buffer.concat(chunks));
  }
  return parts;
}

/** Decodes XML, which is UTF-8 unless its byte order mark names another encoding. */
function xmlText(content: Buffer): string {
  return new TextDecoder(markedEncoding(content) ?? "utf-8").decode(content);
}

/** Removes the elements of a part that hucre 1.0.0 misreads (workbook-rows.test.ts). */
function plainPart(path: string, text: string): string {
  if (path.endsWith(".rels"))
    return text.replace(/(\sTarget\s*=\s*)("[^"<>]*"|'[^'<>]*')/g, (_whole, name: string, target: string) => {
      return name + decodedPath(target).toLowerCase();
    });
  // A file may choose the prefix of relationship ids, but hucre reads only "r". Only the tags of the workbook have
  // these ids.
  const renamed = text.replace(/(<[^<>]*?\s)[\w.-]+:id(\s*=\s*["'])/g, "$1r:id$2");
  return withoutPhonetics(renamed);
}

/** Decodes percent-encoding. The reference may be encoded while the part's name is not, or the other way round. */
function decodedPath(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    // A percent sign that does not begin an escape is part of the name.
    return target;
  }
}

/** Removes the readings of Japanese words (`rPh`), which hucre would append to the cell's text. */
function withoutPhonetics(text: string): string {
  const kept: string[] = [];
  let taken = 0;
  for (const { index, 1: name = "" } of text.matchAll(/<((?:[\w.-]+:)?rPh)(?=[\s>])/g)) {
    if (index < taken) continue;
    const head = text.indexOf(">", index);
    const close = text[head - 1] === "/" ? head : text.indexOf(`</${name}`, head);
    const end = head < 0 || close < 0 ? -1 : text.indexOf(">", close);
    if (end < 0) break;
    kept.push(text.slice(taken, index));
    taken = end + 1;
  }
  return kept.join("") + text.slice(taken);
}
