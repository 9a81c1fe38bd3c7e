import { DataEditor, GridCellKind, type GridCell, type Item } from "@glideapps/glide-data-grid";
import "@glideapps/glide-data-grid/dist/index.css";
import { createElement, useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { COLUMNS, fetchRows, SEARCHED, type Value } from "./rows.ts";
import "./page.css";

// Glide only draws; it neither filters nor sorts. Filter and sort are plain loops here, as an application would
// write them. The searched texts are folded only once.

const element = document.querySelector<HTMLElement>("#grid");
const search = document.querySelector<HTMLInputElement>("input");
if (!element || !search) throw new Error("glide: the page lacks its parts");

const rows = await fetchRows();
const searched = COLUMNS.flatMap(([id], index) => (SEARCHED.has(id) ? [index] : []));
const folded = rows.map((row) =>
  searched
    .map((index) => row[index] ?? "")
    .join("\n")
    .toLowerCase(),
);
const everything = Uint32Array.from(rows, (_, index) => index);
const shown = { rows: rows.length, first: "" };

function filtered(text: string): Uint32Array {
  const words = text.toLowerCase().split(" ").filter(Boolean);
  return words.length === 0
    ? everything
    : everything.filter((row) => words.every((word) => folded[row]?.includes(word)));
}

function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return a < b ? -1 : 1;
}

function App() {
  const [text, setText] = useState("");
  const [sort, setSort] = useState<{ readonly by: number; readonly down: boolean } | null>(null);
  useEffect(() => search?.addEventListener("input", () => setText(search.value)), []);
  const found = useMemo(() => filtered(text), [text]);
  const order = useMemo(() => {
    if (sort === null) return found;
    const { by, down } = sort;
    const sign = down ? -1 : 1;
    return found.toSorted((a, b) => sign * compare(rows[a]?.[by] ?? null, rows[b]?.[by] ?? null));
  }, [found, sort]);
  shown.rows = order.length;
  const getCellContent = ([column, row]: Item): GridCell => {
    const value = rows[order[row] ?? 0]?.[column] ?? null;
    const data = value === null ? "" : String(value);
    // The grid calls this while it draws.
    if (column === 0 && row === 0) shown.first = data;
    return { kind: GridCellKind.Text, data, displayData: data, allowOverlay: false };
  };
  return createElement(DataEditor, {
    columns: COLUMNS.map(([id, title, width]) => ({ id, title, width })),
    rows: order.length,
    getCellContent,
    onHeaderClicked: (by) => setSort((now) => ({ by, down: now?.by === by && !now.down })),
    rowHeight: 34,
    headerHeight: 34,
    width: "100%",
    height: "100%",
    smoothScrollX: true,
    smoothScrollY: true,
  });
}

createRoot(element).render(createElement(App));
window.benchRead = () => ({ ...shown, busy: false });
