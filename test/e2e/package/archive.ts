import fs from "node:fs";
import path from "node:path";
import { extractFile, getRawHeader } from "@electron/asar";

/** A file of the packaged app. */
export interface PackagedFile {
  /** The path in the archive, with slashes. */
  readonly path: string;
  readonly size: number;
  /** True if the file is next to the archive. */
  readonly unpacked: boolean;
  /** SHA-256 of the file and of each block, from the archive's header. */
  readonly integrity: {
    readonly hash: string;
    readonly blockSize: number;
    readonly blocks: readonly string[];
  };
  readonly read: () => Buffer;
}

interface Entry extends Partial<Pick<PackagedFile, "size" | "unpacked" | "integrity">> {
  readonly files?: Readonly<Record<string, Entry>>;
}

/** Every file of an archive, in the order of its paths. @throws Error for an entry that is no plain file. */
export function filesOf(archive: string): PackagedFile[] {
  const list = (entry: Entry, name: string): PackagedFile[] => {
    if (entry.files)
      return Object.entries(entry.files).flatMap(([part, child]) => list(child, path.posix.join(name, part)));
    const { size, integrity, unpacked = false } = entry;
    if (size === undefined || !integrity) throw new Error(`${name} is no plain file with a hash`);
    const beside = path.join(`${archive}.unpacked`, name);
    const read = (): Buffer => (unpacked ? fs.readFileSync(beside) : extractFile(archive, name));
    return [{ path: name, size, unpacked, integrity, read }];
  };
  const files = list(getRawHeader(archive).header, "");
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
