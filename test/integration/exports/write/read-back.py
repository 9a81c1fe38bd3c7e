"""Reads exports with nothing but Python's own csv, zipfile and ElementTree.

Each line of input names a file as JSON; its line of output is the file's content as JSON.
"""

import csv
import json
import re
import sys
import zipfile
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def read_csv(path, delimiter):
    csv.field_size_limit(10_000_000)
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.reader(file, delimiter=delimiter, strict=True))


def text_of(element):
    whole = "".join(part.text or "" for part in element.iter(MAIN + "t"))
    return ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), whole)


def formats_of(styles):
    """The number format of each cell style, by its number."""
    codes = {part.get("numFmtId"): part.get("formatCode") for part in styles.iter(MAIN + "numFmt")}
    return [codes.get(part.get("numFmtId")) for part in styles.find(MAIN + "cellXfs")]


def cell_of(cell, shared, formats):
    kind, value = cell.get("t", "n"), cell.find(MAIN + "v")
    if cell.find(MAIN + "f") is not None:
        return {"formula": True}
    if kind == "inlineStr":
        return {"text": text_of(cell.find(MAIN + "is"))}
    if kind == "s":
        return {"text": shared[int(value.text)]}
    style = int(cell.get("s", "0"))
    return {"number": value.text, "style": style, "format": formats[style]}


def read_sheet(root, shared, formats):
    rows = []
    for row in root.iter(MAIN + "row"):
        rows.append({re.sub(r"\d+", "", cell.get("r")): cell_of(cell, shared, formats) for cell in row})
    pane, filtered = root.find(f".//{MAIN}pane"), root.find(MAIN + "autoFilter")
    return {
        "rows": rows,
        "frozen": pane is not None and pane.get("state") == "frozen" and pane.get("ySplit"),
        "filter": filtered is not None and filtered.get("ref"),
        "widths": len(root.findall(f".//{MAIN}col")),
        "coloured": [rule.get("sqref") for rule in root.findall(MAIN + "conditionalFormatting")],
    }


def read_xlsx(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        parse = lambda name: ElementTree.fromstring(archive.read(name))
        shared = [text_of(part) for part in parse("xl/sharedStrings.xml")]
        formats = formats_of(parse("xl/styles.xml"))
        targets = {part.get("Id"): part.get("Target") for part in parse("xl/_rels/workbook.xml.rels")}
        sheets = {}
        for sheet in parse("xl/workbook.xml").iter(MAIN + "sheet"):
            target = targets[sheet.get(RELATION)].lstrip("/")
            path_in_archive = target if target.startswith("xl/") else "xl/" + target
            sheets[sheet.get("name")] = read_sheet(parse(path_in_archive), shared, formats)
        return sheets


for line in sys.stdin:
    kind, path, *rest = json.loads(line)
    print(json.dumps(read_csv(path, *rest) if kind == "csv" else read_xlsx(path)), flush=True)
