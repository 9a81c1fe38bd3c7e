import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";

/** A third-party package that ships with the app. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** The licence as the package names it, an SPDX expression. */
  readonly licence: string;
  /** The licence texts that must ship with it; empty if the package has no such text. */
  readonly text: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Names of files that hold a licence or the notices that it requires. */
const LEGAL = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * Finds all packages that ship. Some are in the bundles; others stay next to the bundles, with their
 * dependencies.
 * @param modules paths of the bundles' modules.
 */
export function shippedPackages(modules: Iterable<string>): readonly ShippedPackage[] {
  const folders = new Set<string>();
  for (const module of modules) {
    const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\//.exec(module)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  for (const name of Object.keys(manifestIn(ROOT).dependencies ?? {})) addWithNeeds(folders, ROOT, name);
  folders.add(path.join(ROOT, "node_modules/electron"));
  return [...folders].map(describe).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Packages that are needed only for compilation; electron-builder.yml leaves them out. */
const NOT_SHIPPED: ReadonlySet<string> = new Set(["node-addon-api"]);

/** Adds a package and its dependencies. Dependencies for other systems are not installed, so they are left out. */
function addWithNeeds(folders: Set<string>, from: string, name: string): void {
  const folder = findPackage(from, name);
  if (folder === null || folders.has(folder)) return;
  folders.add(folder);
  const { dependencies, optionalDependencies } = manifestIn(folder);
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (!NOT_SHIPPED.has(needed)) addWithNeeds(folders, folder, needed);
}

/** The folder in which Node finds a package from another folder; null if it is not installed. */
function findPackage(from: string, name: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = path.join(folder, "node_modules", name);
    if (fs.existsSync(path.join(found, "package.json"))) return found;
    if (path.dirname(folder) === folder) return null;
  }
}

function describe(folder: string): ShippedPackage {
  const { name, version, license } = manifestIn(folder);
  if (!license) throw new Error(`The package ${name} names no licence.`);
  const files = fs.readdirSync(folder).filter((file) => LEGAL.test(file));
  const texts = files.toSorted().map((file) => fs.readFileSync(path.join(folder, file), "utf8").trim());
  return { name, version, licence: license, text: texts.join("\n\n") };
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
}
