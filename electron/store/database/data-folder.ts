import path from "node:path";

/** The files of one connection's data folder. */
export interface DataFolder {
  readonly folder: string;
  /** The database of synced rows, which can be synced again. */
  readonly inventory: string;
}

/** The files in a connection's data folder. */
export function dataFolder(folder: string): DataFolder {
  const absolute = path.resolve(folder);
  return { folder: absolute, inventory: path.join(absolute, "inventory.sqlite") };
}
