/** A value of a cell, as the store has it; dates as ISO 8601. */
export type Value = string | number | null;

/** The columns of the comparison: the same in every grid. */
export const COLUMNS = [
  ["name", "Name", 360],
  ["id", "ID", 190],
  ["status", "Status", 128],
  ["locationName", "Location", 140],
  ["materialTypeName", "Material type", 220],
  ["remainingLength", "Remaining length", 152],
  ["startingLength", "Starting length", 128],
  ["weight", "Weight", 104],
  ["checkedOutToUserId", "Holder", 116],
  ["checkedOutAt", "Checked out", 186],
  ["createdAt", "Created", 186],
  ["updatedAt", "Updated", 186],
] as const satisfies readonly (readonly [id: string, label: string, width: number])[];

/** The columns that a search covers, as in Stockdeck. */
export const SEARCHED: ReadonlySet<string> = new Set([
  "name",
  "id",
  "locationName",
  "materialTypeName",
  "checkedOutToUserId",
]);

/** Fetches all rows, in the order of their names; each is an array in the order of COLUMNS. */
export async function fetchRows(): Promise<Value[][]> {
  const rows: Value[][] = [];
  for (let part = 0; ; part += 1) {
    const response = await fetch(`/rows/${part}.json`);
    if (response.status === 404) return rows;
    for (const row of (await response.json()) as Value[][]) rows.push(row);
  }
}

declare global {
  interface Window {
    /** Reads a grid's present state: how many rows it has, and the name in the first one. */
    benchRead: () => { readonly rows: number; readonly first: string; readonly busy: boolean };
  }
}
