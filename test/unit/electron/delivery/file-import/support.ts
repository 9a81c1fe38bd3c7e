import yazl from "yazl";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** The parts of a workbook, by their paths. */
export type Parts = Readonly<Record<string, string | Buffer>>;

const listed = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
export const links = (...all: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.map((each) => listed(...each)).join("")}</Relationships>`;
export const sheetXml = (rows: string): string =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
export const bookXml = (sheets: string, properties = ""): string =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${sheets}</sheets></workbook>`;
export const sharedXml = (texts: string): string => `<sst xmlns="${MAIN}">${texts}</sst>`;
/** A row of inline texts. */
export const textRow = (...texts: readonly string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;

export const SHEET = "xl/worksheets/sheet1.xml";
/** A workbook with a sheet of "id" above the shared text "a". */
export const BOOK: Parts = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  "_rels/.rels": links(["rId1", "officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": bookXml('<sheet name="S" sheetId="1" r:id="rId1"/>'),
  "xl/_rels/workbook.xml.rels": links(
    ["rId1", "worksheet", "worksheets/sheet1.xml"],
    ["rId2", "sharedStrings", "sharedStrings.xml"],
    ["rId3", "styles", "styles.xml"],
  ),
  "xl/sharedStrings.xml": sharedXml("<si><t>id</t></si><si><t>a</t></si>"),
  // Style 1 is a date.
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  [SHEET]: sheetXml(
    '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>',
  ),
};

/** Packs parts like a spreadsheet program. */
export async function packed(parts: Parts): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
