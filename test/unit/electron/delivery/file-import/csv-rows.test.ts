import { describe, expect, it } from "vitest";
import { smallTable } from "../../../../../electron/delivery/file-import/small-table.ts";
import { errorOf } from "../../../../helpers/failures.ts";

const tableOf = (text: string | Uint8Array) => smallTable(Buffer.from(text), 1_000);
const rowsOf = async (text: string | Uint8Array): Promise<readonly (readonly (string | null)[])[]> => {
  const { columns, rows } = await tableOf(text);
  return [columns, ...rows];
};
const refusal = async (text: string | Uint8Array): Promise<string> => {
  const error = await errorOf(tableOf(text));
  expect(error.kind).toBe("invalid_input");
  return error.message;
};

describe("the CSV reader", () => {
  it("a CSV row with too few cells is filled with empty cells", async () => {
    expect(await rowsOf("id,name,team,note\r\nu-1,Anna\r\nu-2\r\nu-3,,Print\r\n")).toEqual([
      ["id", "name", "team", "note"],
      ["u-1", "Anna", "", ""],
      ["u-2", "", "", ""],
      ["u-3", "", "Print", ""],
    ]);
  });

  it.each(["[id]", "{id}", "[1]"])("a CSV may have column names in brackets: %s", async (heading) => {
    expect(await rowsOf(`${heading},name\n1,a`)).toEqual([
      [heading, "name"],
      ["1", "a"],
    ]);
  });

  it("a CSV row may have extra cells if they are empty", async () => {
    expect(await rowsOf("id,name,,\nu-1,Anna,,,,\nu-2,Bo, , \n")).toEqual([
      ["id", "name"],
      ["u-1", "Anna"],
      ["u-2", "Bo"],
    ]);
  });

  it.each([
    ["commas", "id,name\nu-1,Anna\nu-2,Bo"],
    ["semicolons", "id;name\nu-1;Anna\nu-2;Bo"],
    ["tabs", "id\tname\nu-1\tAnna\nu-2\tBo"],
    ["bars", "id|name\nu-1|Anna\nu-2|Bo"],
    ["CRLF", "id,name\r\nu-1,Anna\r\nu-2,Bo\r\n"],
    ["CR", "id,name\ru-1,Anna\ru-2,Bo\r"],
    ["several kinds of line ends", "id,name\r\nu-1,Anna\nu-2,Bo\r"],
    ["a sep line", "sep=;\r\nid;name\r\nu-1;Anna\r\nu-2;Bo\r\n"],
    ["a sep line of an odd delimiter", "SEP=^\nid^name\nu-1^Anna\nu-2^Bo"],
    ["a quoted sep line and CR", '"sep=,"\rid,name\ru-1,Anna\ru-2,Bo'],
    ["a sep line after a byte order mark", "\ufeffsep=\t\r\nid\tname\r\nu-1\tAnna\r\nu-2\tBo"],
    ["a byte order mark", "\ufeffid,name\nu-1,Anna\nu-2,Bo"],
    ["two byte order marks", "\ufeff\ufeffid,name\nu-1,Anna\nu-2,Bo"],
    ["a byte order mark read as Windows-1252", "\ufeffï»¿id,name\nu-1,Anna\nu-2,Bo"],
    ["a byte order mark and quotes", '\ufeff"id","name"\n"u-1","Anna"\n"u-2","Bo"'],
    ["blanks around quotes", 'id, "name" \n"u-1" ,Anna\n u-2 ,"Bo"'],
    ["empty lines", "\n\nid,name\n\nu-1,Anna\n,\n   \nu-2,Bo\n\n"],
  ])("the CSV reader reads a file with %s", async (_what, text) => {
    expect(await rowsOf(text)).toEqual([
      ["id", "name"],
      ["u-1", "Anna"],
      ["u-2", "Bo"],
    ]);
  });

  it.each([
    ["in UTF-16 LE with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["in UTF-16 LE without a byte order mark", (text: string) => Buffer.from(text, "utf16le")],
    [
      "in UTF-16 BE with a byte order mark",
      (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
    ],
    ["in UTF-16 BE without a byte order mark", (text: string) => Buffer.from(text, "utf16le").swap16()],
    ["in UTF-16 with two byte order marks", (text: string) => Buffer.from(`\ufeff\ufeff${text}`, "utf16le")],
  ])("the CSV reader reads a file %s", async (_what, encode) => {
    const text = "id\tname\r\nu-1\tŁódź 東京\r\nu-2\tバルブ 🎉\r\n";
    const wanted = [
      ["id", "name"],
      ["u-1", "Łódź 東京"],
      ["u-2", "バルブ 🎉"],
    ];
    expect(await rowsOf(encode(text))).toEqual(wanted);
    expect(await rowsOf(encode("id,name\nu-1,名前名前名前名前\n"))).toEqual([
      ["id", "name"],
      ["u-1", "名前名前名前名前"],
    ]);
  });

  it.each([
    ["commas in headings", "Name, first;id\nAnna;u-1\nBo;u-2", 2],
    ["more commas than semicolons in headings", "a, b, c;id\nx;1\ny;2", 2],
    ["decimal commas", "type;below\nt-1;1,5\nt-2;2,75", 2],
    ["decimal commas and short rows", "type;below;measure\nt-1;1,5\nt-2;2,75", 3],
    ["commas in texts", "id;note\n1;a, b, c\n2;d, e", 2],
    ["semicolons in texts", "id,note\n1,a; b; c\n2,d; e", 2],
    ["quoted delimiters", '"id;a","b"\n"x;y;z","2"', 2],
    ["one column", "name\nMeyer, Anna\nBo", 1],
    ["a heading alone", "id;name", 2],
  ])("the CSV reader picks the delimiter that fits the rows: %s", async (_what, text, columns) => {
    if (columns === 1) return expect(await refusal(text)).toContain("on line 2");
    expect((await tableOf(text)).columns).toHaveLength(columns);
  });

  it("the CSV reader keeps quoted line breaks, delimiters and quotes", async () => {
    const text = 'id,note\r\n1,"a\r\nb"\r\n2,"c ""d"", e"\r\n\r\n3,5" pipe\r\n"4","f\rg\nh"\r\n5,i';
    expect(await tableOf(text)).toEqual({
      columns: ["id", "note"],
      rows: [
        ["1", "a\r\nb"],
        ["2", 'c "d", e'],
        ["3", '5" pipe'],
        ["4", "f\rg\nh"],
        ["5", "i"],
      ],
      lines: [2, 4, 6, 7, 10],
    });
  });

  it("the CSV reader removes the apostrophe that an export adds to a formula", async () => {
    expect(await rowsOf("id,name\nu-1,'=1+1\n")).toEqual([
      ["id", "name"],
      ["u-1", "=1+1"],
    ]);
  });
});

describe("a refused CSV", () => {
  it("a CSV with a value in a column without a name is refused", async () => {
    const message = await refusal(
      'sep=,\nid,name\nu-1,Anna,extra\nu-2,Bo\nu-3,"C\nc",,x\nu-4,D,y\nu-5,E,z\nu-6,F,z\n',
    );
    expect(message).toContain("2 headings");
    expect(message).toContain("on line 3, 5, 7 and 2 more.");
  });

  it.each([
    ["it ends within quotes", 'id,name\nu-1,"An', "not whole"],
    ["it is empty", "", "empty"],
    ["it has only empty lines", "\n , \n;;\n", "no rows"],
    ["it is JSON", '[{"id":1}]', "Choose a CSV or XLSX file"],
    ["it is JSON of several lines", '\n{\n  "id": 1\n}\n', "Choose a CSV or XLSX file"],
    ["it is NDJSON", '{"id":1}\r\n{"id":2}\r\n', "Choose a CSV or XLSX file"],
    ["it is binary", Buffer.from([1, 0, 0, 0, 2, 0, 0, 0, 3, 3]), "CSV or XLSX|not text"],
    ["it is in Windows-1252", Buffer.from("id,name\nu-1,J\u00f6rg\n", "latin1"), "not text in UTF-8"],
    [
      "it has too many columns",
      Array.from({ length: 501 }, (_, at) => `c${at}`).join(","),
      "too many columns",
    ],
    ["it is too large", Buffer.alloc(4_000_001, "a,b\n"), "too large"],
  ])("a CSV is refused with the reason if %s", async (_what, text, message) => {
    expect(await refusal(text)).toMatch(new RegExp(message));
  });

  it("a CSV is refused if it has more rows than the limit", async () => {
    expect((await errorOf(smallTable(Buffer.from("id\n1\n2\n3\n"), 2))).message).toContain(
      "more than 2 rows",
    );
    expect((await smallTable(Buffer.from("id\n1\n\n2\n"), 2)).rows).toHaveLength(2);
  });
});
