import path from "node:path";

/** The files of one connection's data folder. */
export interface DataFolder {
  readonly folder: string;
  /** The path of the database with the synced rows. */
  readonly inventory: string;
}

export function dataFolder(folder: string): DataFolder {
  const absolute = path.resolve(folder);
  return { folder: absolute, inventory: path.join(absolute, "inventory.sqlite") };
}
