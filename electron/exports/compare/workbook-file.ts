import type { FileHandle } from "node:fs/promises";
import { invalidInput } from "../../../shared/domain/errors.ts";
import { parseJson } from "../../../shared/text/parse-json.ts";
import { MAX_HEADER } from "./limits.ts";
import { ownText, sharedTexts, sheetRows, unescapeXml, type FileCell } from "./sheet-rows.ts";
import { decoded } from "./text-lines.ts";
import type { TableFile } from "./table.ts";
import { ZipFile } from "./zip-file.ts";

const ABOUT = "About this export";
/** More lines than Stockdeck writes about an export. */
const MAX_ABOUT = 500;

/** An XLSX, written by Stockdeck or saved again by another program. @throws AppFailure where it is no workbook, or damaged. */
export async function openWorkbook(handle: FileHandle): Promise<TableFile> {
  const zip = await ZipFile.open(handle);
  const sheets = await sheetsOf(zip);
  const [first] = sheets;
  if (!first) throw invalidInput("This workbook has no sheet.");
  const shared = zip.has("xl/sharedStrings.xml")
    ? await sharedTexts(decoded(zip.chunks("xl/sharedStrings.xml")))
    : [];
  const rowsOf = (path: string): AsyncGenerator<readonly FileCell[]> =>
    sheetRows(decoded(zip.chunks(path)), shared);
  // More rows than a sheet takes go on in further ones of that name with a number.
  const further = sheets.filter(
    ({ name, path }) =>
      path !== first.path
      && name.startsWith(`${first.name} `)
      && /^\d+$/.test(name.slice(first.name.length + 1)),
  );
  // A part that is listed twice is read once.
  const data = new Set([first, ...further].map(({ path }) => path));
  const about = sheets.find(({ name }) => name === ABOUT);
  const heading = await firstRow(rowsOf(first.path));
  return {
    format: "xlsx",
    header: about ? await headerOf(rowsOf(about.path)) : null,
    columns: heading.map((cell) => String(cell ?? "")),
    rows: async function* () {
      for (const path of data) {
        let isHeading = true;
        for await (const row of rowsOf(path)) {
          if (!isHeading) yield row;
          isHeading = false;
        }
      }
    },
  };
}

async function firstRow(rows: AsyncGenerator<readonly FileCell[]>): Promise<readonly FileCell[]> {
  for await (const row of rows) return row;
  return [];
}

interface Sheet {
  readonly name: string;
  readonly path: string;
}

/**
 * The sheets in their order, by the workbook's own list.
 * @security no pattern crosses a `<`: its time would grow with the square of a crafted text.
 */
async function sheetsOf(zip: ZipFile): Promise<readonly Sheet[]> {
  const [book, links] = [await zip.text("xl/workbook.xml"), await zip.text("xl/_rels/workbook.xml.rels")];
  const targets = new Map<string, string>();
  for (const [tag] of links.matchAll(/<Relationship\s[^<>]*>/g)) {
    const [id, target] = [attribute(tag, "Id"), attribute(tag, "Target")];
    if (id !== null && target !== null) targets.set(id, target);
  }
  return [...book.matchAll(/<sheet\s[^<>]*>/g)].flatMap(([tag]) => {
    const target = targets.get(attribute(tag, "r:id") ?? "");
    const path = target?.startsWith("/") === true ? target.slice(1) : `xl/${target ?? ""}`;
    return zip.has(path) ? [{ name: attribute(tag, "name") ?? "", path }] : [];
  });
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? null : unescapeXml(found);
}

/** What the sheet about the export says, as the header of a JSON says it; null where it is not that sheet. */
async function headerOf(rows: AsyncGenerator<readonly FileCell[]>): Promise<string | null> {
  const facts = new Map<string, string>();
  let [lines, size] = [0, 0];
  for await (const [label, value] of rows) {
    lines += 1;
    if (lines > MAX_ABOUT) break;
    if (typeof label !== "string" || label === "") continue;
    const text = String(value ?? "");
    size += label.length + text.length;
    if (size > MAX_HEADER) return null;
    facts.set(ownText(label), ownText(text));
  }
  if (facts.get("Written by")?.startsWith("Stockdeck ") !== true) return null;
  const [profile = "not named", view = "none"] = [facts.get("Connection"), facts.get("View")];
  const header = JSON.stringify({
    kind: "stockdeck-export",
    version: 1,
    ...(facts.has("Filter (JSON)") ? { content: "changes" } : {}),
    exportedAt: facts.get("Exported at"),
    profile: profile === "not named" ? null : profile,
    resource: facts.get("Table"),
    view: view === "none" ? null : { name: view },
    // A query of more than a cell holds was cut, and is none any more.
    query: { json: parseJson(facts.get("Query (JSON)")) },
    rows: Number(facts.get("Number of rows")),
  });
  return header.length > MAX_HEADER ? null : header;
}
