import { describe, expect, it } from "vitest";
import { readTable } from "../../../../../electron/delivery/file-import/read-table.ts";
import { toAppError } from "../../../../../shared/base/errors.ts";
import { errorOf } from "../../../../helpers/failures.ts";
import { BOOK, packed, SHEET, sharedXml, sheetXml, textRow } from "./support.ts";

/** The number of rows of a file, or the kind of its refusal. */
const outcomeOf = (file: Uint8Array): Promise<number | string> =>
  readTable(file, 20_000).then(
    ({ rows }) => rows.length,
    (thrown: unknown) => toAppError(thrown).kind,
  );
/** The outcomes of a file without rows. */
const WITHOUT_ROWS = [0, "invalid_input"];

describe("tables read in a thread", () => {
  it("a thread reads a table while the app keeps running", async () => {
    const rows = `${textRow("id")}${'<row><c t="s"><v>0</v></c></row>'.repeat(5_000)}`;
    const shared = sharedXml(`<si><t>${"x".repeat(30_000)}</t></si>`);
    const file = await packed({ ...BOOK, "xl/sharedStrings.xml": shared, [SHEET]: sheetXml(rows) });
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 5);
    expect(await errorOf(readTable(file, 20_000))).toMatchObject({
      kind: "invalid_input",
      message: expect.stringContaining("too large to be imported"),
    });
    clearInterval(turning);
    expect(turns).toBeGreaterThan(5);
    expect(await readTable(await packed(BOOK), 10)).toEqual({ columns: ["id"], rows: [["a"]], lines: [2] });
  });

  const SIZE = 8_000_000;
  const many = (text: string): string => text.repeat(SIZE / text.length);
  it.each([
    ["rows in rows", sheetXml(many("<row>"))],
    ["nothing but brackets", sheetXml(many("<"))],
    ["cells in cells", sheetXml(`<row>${many("<c>")}</row>`)],
    ["phonetic runs that never end", sheetXml(`<row><c t="inlineStr"><is>${many("<rPh >")}</is></c></row>`)],
    ["attributes of ids", `<workbook ${many(" a.a.a:i")}/>`],
    ["a cell in the last row and column", sheetXml('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')],
    ["many cells in the last column", sheetXml(many('<row><c r="XFD1"><v>1</v></c></row>'))],
    [
      "a list of columns",
      sheetXml("").replace("<sheetData>", `<cols>${many('<col min="1" max="16384"/>')}</cols><sheetData>`),
    ],
    ["an entity", sheetXml(`<row><c t="inlineStr"><is><t>${many("&#x0")}</t></is></c></row>`)],
  ])("the table reader reads or refuses a crafted table: %s", { timeout: 40_000 }, async (_what, part) => {
    const path = part.startsWith("<workbook") ? "xl/workbook.xml" : SHEET;
    const file = await packed({ ...BOOK, [path]: part });
    expect(WITHOUT_ROWS).toContain(await outcomeOf(file));
  });

  it.each([
    ["quotes", '"'.repeat(3_999_999)],
    ["line ends", "\n".repeat(3_999_999)],
    ["delimiters", ",".repeat(3_999_999)],
    ["one cell", "a".repeat(3_999_999)],
  ])("the table reader reads or refuses a CSV of %s", { timeout: 40_000 }, async (_what, text) => {
    expect(WITHOUT_ROWS).toContain(await outcomeOf(Buffer.from(text)));
  });
});
