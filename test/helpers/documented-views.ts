import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./child.ts";

interface DocumentedView {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly sqlite: string; readonly postgres: string }[];
}

/** The views and columns that docs/sql.md describes, in its order. */
export function documentedViews(): readonly DocumentedView[] {
  const text = fs.readFileSync(path.join(ROOT, "docs/sql.md"), "utf8");
  return text
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [name = ""] = /(?<=`)v1_\w+(?=`)/.exec(section) ?? [];
      const rows = [...section.matchAll(/^\| `(\w+)` +\| ([^|]+)\| ([^|]+)\|/gm)];
      const columns = rows.map(([, column = "", sqlite = "", postgres = ""]) => ({
        name: column,
        sqlite: sqlite.trim(),
        postgres: postgres.trim(),
      }));
      return { name, columns };
    });
}
