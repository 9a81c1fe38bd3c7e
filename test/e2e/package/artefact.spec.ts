import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import fuses from "@electron/fuses";
import { expect, test } from "@playwright/test";
import manifest from "../../../package.json" with { type: "json" };
import { ROOT } from "../../helpers/child.ts";
import { filesOf, type PackagedFile } from "./archive.ts";

const { FuseV1Options, FuseVersion, getCurrentFuseWire } = fuses;
/** The binary's digit for a fuse that is on; "0" is off, and "r" is a removed fuse. */
const ON = "1".charCodeAt(0);

const APP = process.env["STOCKDECK_UNPACKED"] ?? "";
const ARCHIVE = path.join(APP, "resources", "app.asar");
const SNAPSHOT = path.join(import.meta.dirname, "packaged-files.json");

let files: readonly PackagedFile[];

test.beforeAll(() => {
  if (!fs.existsSync(ARCHIVE)) throw new Error("STOCKDECK_UNPACKED names no app; run npm run test:package");
  files = filesOf(ARCHIVE);
});

/** The `electronFuses` of electron-builder.yml. If Electron adds a fuse, its state must be decided there. */
const FUSES: Readonly<Record<keyof typeof FuseV1Options, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
};

test("every fuse of the binary has its reviewed state", async () => {
  const wire = await getCurrentFuseWire(path.join(APP, "stockdeck"));
  expect(wire.version).toBe(FuseVersion.V1);
  const states = Object.entries(wire).filter(([key]) => key !== "version");
  const read = states.map(([key, state]) => [FuseV1Options[Number(key)], Number(state) === ON]);
  expect(Object.fromEntries(read)).toEqual(FUSES);
});

test("each packaged file matches the hash in the archive, and no extra file exists", () => {
  const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
  for (const { path: name, size, integrity, read } of files) {
    const content = read();
    const blocks = [];
    for (let at = 0; at < content.length; at += integrity.blockSize)
      blocks.push(hash(content.subarray(at, at + integrity.blockSize)));
    expect([name, content.length, hash(content)]).toEqual([name, size, integrity.hash]);
    expect([name, content.length === 0 ? integrity.blocks : blocks]).toEqual([name, integrity.blocks]);
  }
  const beside = fs.readdirSync(`${ARCHIVE}.unpacked`, { recursive: true, withFileTypes: true });
  const paths = beside
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(`${ARCHIVE}.unpacked`, path.join(entry.parentPath, entry.name)));
  expect(paths.toSorted()).toEqual(files.filter(({ unpacked }) => unpacked).map((file) => file.path));
});

test("the archive contains only the builds and the runtime packages", () => {
  const roots = new Set(files.map((file) => file.path.split("/").slice(0, 2).join("/")));
  expect([...roots].filter((root) => !root.startsWith("node_modules"))).toEqual([
    "dist/electron",
    "dist/preload",
    "dist/renderer",
    "package.json",
  ]);
  const packages = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file.path)?.[1] ?? []);
  // The package `node-gyp-build` loads the libraries of SQLite.
  const expected = [...Object.keys(manifest.dependencies), "node-gyp-build"];
  expect([...new Set(packages)].toSorted()).toEqual(expected.toSorted());
  const unwanted =
    /\.(map|tsx?|[cm]ts|c|cc|cpp|h|gyp|ps1|env|pem|key|log)$|(^|\/)(test|tests|\.[^/]*)(\/|$)|\.(spec|test)\./;
  expect(files.map((file) => file.path).filter((name) => unwanted.test(name))).toEqual([]);
  const own = JSON.parse(
    files
      .find(({ path: name }) => name === "package.json")
      ?.read()
      .toString() ?? "",
  ) as object;
  expect(Object.keys(own)).not.toEqual(expect.arrayContaining(["devDependencies"]));
});

test("no packaged file contains a secret, the build folder's path or a source map", () => {
  const secrets = [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /\bsample_live_[0-9a-f]{32}\b/,
    /\b(?:ghp|gho|ghs|npm)_[A-Za-z0-9]{36}\b/,
    /\bAKIA[0-9A-Z]{16}\b/,
    // A source map within the file, or the address of a source map that is not shipped.
    /[#@] sourceMappingURL=data:/,
  ];
  const found = files.flatMap(({ path: name, read }) => {
    const text = read().toString("latin1");
    const names = secrets.filter((secret) => secret.test(text)).map(String);
    return text.includes(ROOT)
      ? [`${name}: the build's folder`]
      : names.map((secret) => `${name}: ${secret}`);
  });
  expect(found).toEqual([]);
});

test("the packaged files equal the reviewed list; sizes are close to the reviewed sizes", ({}, info) => {
  const sums = new Map<string, number>();
  for (const { path: name, size } of files) sums.set(group(name), (sums.get(group(name)) ?? 0) + size);
  const sizes = new Map([...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  if (["all", "changed"].includes(info.config.updateSnapshots))
    fs.writeFileSync(SNAPSHOT, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`);
  const reviewed = JSON.parse(fs.readFileSync(SNAPSHOT, "utf8")) as Record<string, number>;
  const hint = "npm run test:package -- --update-snapshots writes the list again: review what changed";
  expect([...sizes.keys()], hint).toEqual(Object.keys(reviewed));
  const changed = [...sizes].filter(([name, size]) => !isNear(size, reviewed[name] ?? 0));
  expect(changed, hint).toEqual([]);
});

/**
 * The group in which a file is counted. Files that the bundler names are one group; the modules of a library
 * are one group, too.
 */
function group(name: string): string {
  const [, folder, suffix] =
    /^(dist\/electron\/chunks|dist\/renderer\/assets|node_modules\/hucre\/dist)\/.*(\.\w+)$/.exec(name) ?? [];
  return folder ? `${folder}/*${suffix}` : name;
}

function isNear(size: number, reviewed: number): boolean {
  return Math.abs(size - reviewed) <= Math.max(0.2 * reviewed, 2_000);
}
