import XLSX from "@e965/xlsx";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { smallTable } from "../../../../../electron/delivery/file-import/small-table.ts";
import { smallWorkbook } from "../../../../../electron/features/exports/export-handlers.ts";
import { errorOf } from "../../../../helpers/failures.ts";
import { BOOK, bookXml, links, packed, SHEET, sharedXml, sheetXml, textRow, type Parts } from "./support.ts";

const OTHER = "xl/worksheets/sheet2.xml";
const HEADING = textRow("id");

async function rowsOf(parts: Parts): Promise<readonly (readonly (string | null)[])[]> {
  const { columns, rows } = await smallTable(await packed({ ...BOOK, ...parts }), 1_000);
  return [columns, ...rows];
}
const inSheet = (rows: string): Parts => ({ [SHEET]: sheetXml(rows) });

describe("the workbook reader", () => {
  it("a formula without a stored result has no value", async () => {
    const cells = [
      "<c><f>SUM(B1:B9)</f></c>",
      "<c><f>A1*2</f><v/></c>",
      '<c><f t="shared" si="0"/></c>',
      "<c><f>A1*2</f><v>7</v></c>",
      '<c t="str"><f>""</f><v></v></c>',
      "<c><v>4</v></c>",
    ];
    const rows = await rowsOf(
      inSheet(`${textRow("a", "b", "c", "d", "e", "f")}<row>${cells.join("")}</row>`),
    );
    expect(rows[1]).toEqual([null, null, null, "7", "", "4"]);
  });

  it("a localised spreadsheet error has no value", async () => {
    const errors = ["#N/A", "#NV", "#N/D!", "#BEZUG!", "#¿NOMBRE?", "#DZIEL/0!", " #ÜBERLAUF! "];
    const texts = ["#12", "#Nord", "N/A", "#", "#1!a"];
    const rows = await rowsOf(inSheet(HEADING + [...errors, ...texts].map((text) => textRow(text)).join("")));
    expect(rows.slice(1).flat()).toEqual([...errors.map(() => null), ...texts]);
  });

  it("the workbook reader ignores phonetic text", async () => {
    const reading = '<rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>';
    const shared = sharedXml(
      `<si><t>id</t></si><si><t>東京</t>${reading}</si><si><r><t xml:space="preserve">東 </t></r><r><rPr><b/></rPr><t>京</t></r>${reading}</si>`,
    );
    const cells = [
      '<c t="s"><v>1</v></c>',
      '<c t="s"><v>2</v></c>',
      `<c t="inlineStr"><is><t>東京</t>${reading}${reading}</is></c>`,
      `<c t="inlineStr"><is><r><t>東</t></r><r><t>京</t></r>${reading}</is></c>`,
      '<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="1"/></is></c>',
    ];
    const rows = await rowsOf({
      "xl/sharedStrings.xml": shared,
      ...inSheet(`${HEADING}${cells.map((cell) => `<row>${cell}</row>`).join("")}`),
    });
    expect(rows.flat()).toEqual(["id", "東京", "東 京", "東京", "東京", "東京"]);
  });

  it("the workbook reader accepts any XML prefixes", async () => {
    const prefixed = (xml: string): string =>
      xml.replace(/<(\/?)(\w)/g, "<$1x:$2").replaceAll("xmlns=", "xmlns:x=");
    const parts = Object.fromEntries(
      Object.entries(BOOK).map(([path, xml]) => [
        path,
        prefixed(String(xml))
          .replaceAll("r:id", "q:id")
          .replaceAll("xmlns:r", "xmlns:q")
          .replaceAll("rId", "any"),
      ]),
    );
    parts[SHEET] = prefixed(
      sheetXml(
        `${HEADING}<row><c t="inlineStr"><is><t>b</t><rPh sb="0" eb="1"><t>no</t></rPh></is></c></row>`,
      ),
    );
    expect(await rowsOf(parts)).toEqual([["id"], ["b"]]);
  });

  it("the workbook reader finds parts with unusual names, folders and paths", async () => {
    const {
      "[Content_Types].xml": types = "",
      "xl/sharedStrings.xml": shared = "",
      "xl/styles.xml": styles = "",
    } = BOOK;
    const parts = {
      "[Content_Types].xml": types,
      "_rels/.rels": links(["x", "officeDocument", "/foo/Book%201.xml"]),
      "foo/book 1.xml": BOOK["xl/workbook.xml"] ?? "",
      "foo/_rels/book 1.xml.rels": links(
        ["rId1", "worksheet", "../Data/First.xml"],
        ["rId2", "sharedStrings", "/texts/all.xml"],
        ["rId3", "styles", "./styles.xml"],
      ),
      "data/first.xml": BOOK[SHEET] ?? "",
      "texts/all.xml": shared,
      "foo/styles.xml": styles,
    };
    const { columns, rows } = await smallTable(await packed(parts), 10);
    expect([columns, ...rows]).toEqual([["id"], ["a"]]);
  });

  it("the workbook reader reads single quotes, strict namespaces and UTF-16", async () => {
    const changed = (change: (text: string) => string | Buffer): Parts =>
      Object.fromEntries(Object.entries(BOOK).map(([path, text]) => [path, change(String(text))]));
    for (const parts of [
      changed((text) => text.replaceAll('"', "'")),
      changed((text) =>
        text
          .replaceAll(
            "http://schemas.openxmlformats.org/officeDocument/2006",
            "http://purl.oclc.org/ooxml/officeDocument",
          )
          .replaceAll(
            "http://schemas.openxmlformats.org/spreadsheetml/2006",
            "http://purl.oclc.org/ooxml/spreadsheetml",
          ),
      ),
      changed((text) => Buffer.from(`\ufeff${text}`, "utf16le")),
      changed((text) => `\ufeff<?xml version="1.0"?>\n<!-- <row/> -->${text}`),
    ])
      expect(await rowsOf(parts)).toEqual([["id"], ["a"]]);
  });

  it("the workbook reader keeps spaces, line breaks, entities, CDATA and Excel escapes", async () => {
    const texts = [
      '<t xml:space="preserve">  a b </t>',
      "<t>a&#10;b &lt;c&gt; &amp;amp; &quot;</t>",
      "<t><![CDATA[<x> & y]]></t>",
    ];
    const escaped = ["<t>a_x000A_b _x005F_x0041_</t>"];
    const rows = [...texts, ...escaped]
      .map((text) => `<row><c t="inlineStr"><is>${text}</is></c></row>`)
      .join("");
    expect((await rowsOf(inSheet(HEADING + rows))).flat().slice(1)).toEqual([
      "  a b ",
      'a\nb <c> &amp; "',
      "<x> & y",
      "a\nb _x0041_",
    ]);
  });

  it("the workbook reader returns numbers as entered, dates in ISO form, and booleans", async () => {
    const cells = [
      ["<v>12345</v>", "", "12345"],
      ["<v>0.30000000000000004</v>", "", "0.3"],
      ["<v>1E-3</v>", "", "0.001"],
      // Without the zero it could be 1125.
      ["<v>1.125</v>", "", "1.1250"],
      ["<v>45000</v>", ' s="1"', "2023-03-15"],
      ["<v>45000.25</v>", ' s="1"', "2023-03-15 06:00:00"],
      ["<v>1</v>", ' t="b"', "TRUE"],
      ['<f>A1&amp;"x"</f><v>id x</v>', ' t="str"', "id x"],
    ] as const;
    const rows = cells.map(([content, attributes]) => `<row><c${attributes}>${content}</c></row>`).join("");
    const found = (await rowsOf(inSheet(HEADING + rows))).flat().slice(1);
    expect(found).toEqual(cells.map(([, , text]) => text));
  });

  it("the workbook reader counts dates from 1904 if the workbook uses the 1904 date system", async () => {
    const parts = inSheet(`${HEADING}<row><c s="1"><v>43538</v></c></row>`);
    for (const flag of ["1", "true"]) {
      const book = bookXml('<sheet name="S" sheetId="1" r:id="rId1"/>', `<workbookPr date1904="${flag}"/>`);
      expect((await rowsOf({ ...parts, "xl/workbook.xml": book })).flat()).toEqual(["id", "2023-03-15"]);
    }
  });

  it.each(["hidden", "veryHidden"])(
    "the workbook reader reads the first visible sheet and skips a %s sheet",
    async (state) => {
      const parts = {
        "xl/workbook.xml": bookXml(
          `<sheet name="H" sheetId="2" state="${state}" r:id="rId9"/><sheet name="S" sheetId="1" r:id="rId1"/>`,
        ),
        "xl/_rels/workbook.xml.rels": links(
          ["rId9", "worksheet", "worksheets/sheet2.xml"],
          ["rId1", "worksheet", "worksheets/sheet1.xml"],
          ["rId2", "sharedStrings", "sharedStrings.xml"],
        ),
        [OTHER]: sheetXml(textRow("secret")),
      };
      expect(await rowsOf(parts)).toEqual([["id"], ["a"]]);
    },
  );

  it("the workbook reader skips chart sheets and empty sheets", async () => {
    const parts = {
      "xl/workbook.xml": bookXml(
        ["rId8", "rId9", "rId1"].map((id) => `<sheet name="${id}" sheetId="1" r:id="${id}"/>`).join(""),
      ),
      "xl/_rels/workbook.xml.rels": links(
        ["rId8", "chartsheet", "chartsheets/sheet1.xml"],
        ["rId9", "worksheet", "worksheets/sheet2.xml"],
        ["rId1", "worksheet", "worksheets/sheet1.xml"],
        ["rId2", "sharedStrings", "sharedStrings.xml"],
      ),
      "xl/chartsheets/sheet1.xml": "<chartsheet/>",
      [OTHER]: sheetXml("<row/>"),
    };
    expect(await rowsOf(parts)).toEqual([["id"], ["a"]]);
  });

  it("the workbook reader ignores comments, notes and drawings", async () => {
    const comments = `<comments><authors><author>A</author></authors><commentList><comment ref="A2" authorId="0"><text><t>note</t></text></comment></commentList></comments>`;
    const parts = {
      "xl/worksheets/_rels/sheet1.xml.rels": links(
        ["rId1", "comments", "../comments1.xml"],
        ["rId2", "drawing", "../drawings/drawing1.xml"],
      ),
      "xl/comments1.xml": comments,
      "xl/drawings/drawing1.xml": "<not xml",
    };
    expect(await rowsOf(parts)).toEqual([["id"], ["a"]]);
  });

  it("the workbook reader places cells by reference, or in order without references", async () => {
    const placed =
      '<row r="3"><c r="B3" t="inlineStr"><is><t>id</t></is></c><c r="D3"><v>2</v></c></row><row r="7"><c r="B7"><v>1</v></c></row>';
    const { columns, rows, lines } = await smallTable(await packed({ ...BOOK, ...inSheet(placed) }), 10);
    expect({ columns, rows, lines }).toEqual({
      columns: ["", "id", "", "2"],
      rows: [["", "1", "", ""]],
      lines: [7],
    });
    const unplaced = `${textRow("id", "name")}<row><c/><c><v>2</v></c></row>`;
    expect(await rowsOf(inSheet(unplaced))).toEqual([
      ["id", "name"],
      ["", "2"],
    ]);
  });

  it("the workbook reader reads the same table from files of SheetJS, hucre and Stockdeck", async () => {
    const cells = [
      ["id", "name", "below"],
      ["u-1", "=Änna, 東京\n", 1.5],
      ["u-2", null, -2],
    ];
    const sheet = XLSX.utils.aoa_to_sheet(cells);
    const wanted = [
      ["u-1", "=Änna, 東京\n", "1.5"],
      ["u-2", "", "-2"],
    ];
    for (const bookSST of [true, false]) {
      const book = XLSX.write(
        { SheetNames: ["a"], Sheets: { a: sheet } },
        { type: "buffer", bookType: "xlsx", bookSST },
      ) as Buffer;
      expect((await smallTable(book, 10)).rows).toEqual(wanted);
    }
    expect((await smallTable(await writeXlsx({ sheets: [{ name: "a", rows: cells }] }), 10)).rows).toEqual(
      wanted,
    );
    const own = await smallWorkbook([{ name: "a", columns: ["id", "name", "below"], rows: cells.slice(1) }]);
    expect((await smallTable(own, 10)).rows).toEqual(wanted);
  });
});

describe("a refused workbook", () => {
  const refusal = async (content: Uint8Array): Promise<string> => {
    const error = await errorOf(smallTable(content, 100));
    expect(error.kind).toBe("invalid_input");
    return error.message;
  };

  it("a workbook with a value in a column without a name is refused", async () => {
    const rows = `${textRow("id", "name")}${textRow("a", "b")}${textRow("c", "d", "", "e")}<row/>${textRow("f", "g", "h")}`;
    expect(await refusal(await packed({ ...BOOK, ...inSheet(rows) }))).toContain("on line 3, 5.");
  });

  it("a workbook with only hidden, empty or chart sheets is refused", async () => {
    const book = bookXml('<sheet name="S" sheetId="1" state="hidden" r:id="rId1"/>');
    expect(await refusal(await packed({ ...BOOK, "xl/workbook.xml": book }))).toContain("no visible sheet");
    expect(await refusal(await packed({ ...BOOK, ...inSheet("") }))).toContain("no visible sheet");
  });

  it("a workbook is refused if a part is missing or the file has another type", async () => {
    const { [SHEET]: _sheet, ...without } = BOOK;
    expect(await refusal(await packed(without))).toContain("damaged");
    const whole = await packed(BOOK);
    expect(await refusal(whole.subarray(0, whole.length - 30))).toContain("damaged");
    expect(await refusal(await packed({ "a.txt": "a" }))).toContain("not an XLSX workbook");
    expect(await refusal(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toContain("Excel before 2007");
    const old = XLSX.write(
      { SheetNames: ["a"], Sheets: { a: XLSX.utils.aoa_to_sheet([["id"]]) } },
      { type: "buffer", bookType: "biff8" },
    ) as Buffer;
    expect(await refusal(old)).toContain("Excel before 2007");
    const cut = await packed({ ...BOOK, [SHEET]: '<worksheet><sheetData><row><c t="inlineStr"><is><t>id' });
    expect(await refusal(cut)).toMatch(/damaged|no visible sheet/);
  });

  it("a workbook is refused if it unpacks to far more than its size", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`xl/p${at}.xml`, ""]));
    expect(await refusal(await packed({ ...BOOK, ...many }))).toContain("too many parts");
    const bomb = await packed({ ...BOOK, [SHEET]: sheetXml(`${HEADING}${" ".repeat(70_000_000)}`) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal(bomb)).toContain("unpacks to far more");
    const parts = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`xl/p${at}.xml`, Buffer.alloc(4_000_000)]),
    );
    expect(await refusal(await packed({ ...BOOK, ...parts }))).toContain("unpacks to far more");
  });
});
