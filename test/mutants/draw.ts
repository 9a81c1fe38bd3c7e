import fs from "node:fs";
import path from "node:path";
import { mulberry32, pick, type Random } from "../../electron/sample-service/prng.ts";
import { faultsOf, KINDS, type Fault } from "./faults.ts";

/** A fault and its place. */
export interface Mutant extends Fault {
  /** Relative to the repository's folder. */
  readonly file: string;
  readonly line: number;
}

/**
 * Draws faults from all folders in turn, and of the four kinds in turn. The same seed and source always give
 * the same faults.
 */
export function drawMutants(root: string, seed: number, count: number): readonly Mutant[] {
  const random = mulberry32(seed);
  const rooms = shuffled(roomsOf(root), random);
  const drawn: Mutant[] = [];
  for (let turn = 0; drawn.length < count; turn += 1) {
    const kinds = [...KINDS.slice(turn % KINDS.length), ...KINDS.slice(0, turn % KINDS.length)];
    const all = (rooms[turn % rooms.length] ?? []).flatMap((file) => mutantsOf(root, file));
    // If two faults have overlapping ranges, one run of all tests cannot distinguish them.
    const free = all.filter(({ file, start, end }) =>
      drawn.every((other) => other.file !== file || other.end <= start || other.start >= end),
    );
    const kind = kinds.find((wanted) => free.some((mutant) => mutant.kind === wanted));
    const mutant = pick(
      random,
      free.filter((candidate) => candidate.kind === kind),
    );
    if (mutant) drawn.push(mutant);
    else if (turn > count * rooms.length) throw new Error(`There are only ${drawn.length} faults to draw.`);
  }
  return drawn;
}

/** The source files by folder: a folder of features, or a folder of another layer. */
function roomsOf(root: string): readonly (readonly string[])[] {
  const rooms = new Map<string, string[]>();
  for (const layer of ["electron", "renderer", "shared"])
    for (const name of fs.readdirSync(path.join(root, layer), { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.tsx?$/.test(name) || name.endsWith(".d.ts")) continue;
      const folders = path.dirname(name).split(path.sep);
      const room = path.join(layer, ...folders.slice(0, folders[0] === "features" ? 2 : 1));
      rooms.set(room, [...(rooms.get(room) ?? []), path.join(layer, name)]);
    }
  return [...rooms.values()];
}

function mutantsOf(root: string, file: string): readonly Mutant[] {
  const source = fs.readFileSync(path.join(root, file), "utf8");
  return faultsOf(file, source).map((fault) => ({
    ...fault,
    file,
    line: source.slice(0, fault.start).split("\n").length,
  }));
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
