#!/usr/bin/env node
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

/**
 * Makes a .deb with dpkg-deb in place of fpm, which electron-builder would download. It understands the options
 * that electron-builder passes to fpm. CUSTOM_FPM_PATH (dist.ts) names this script, so every machine with
 * dpkg-deb makes the same package.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "input-type": { type: "string", short: "s" },
    "output-type": { type: "string", short: "t" },
    force: { type: "boolean" },
    depends: { type: "string", short: "d", multiple: true },
    "deb-recommends": { type: "string", multiple: true },
    "deb-compression": { type: "string", default: "xz" },
    "deb-priority": { type: "string", default: "optional" },
    architecture: { type: "string" },
    "after-install": { type: "string" },
    "after-remove": { type: "string" },
    description: { type: "string" },
    version: { type: "string" },
    package: { type: "string" },
    name: { type: "string" },
    maintainer: { type: "string" },
    vendor: { type: "string" },
    url: { type: "string" },
    category: { type: "string" },
    license: { type: "string" },
  },
});

function required(name: "architecture" | "name" | "version" | "package" | "maintainer"): string {
  const value = values[name];
  if (!value) throw new Error(`--${name} is missing`);
  return value;
}

/** Copies one `from=to`. If `from` ends with a slash, it means the contents of that folder. */
function place(argument: string, root: string): void {
  const at = argument.indexOf("=");
  const target = path.join(root, argument.slice(at + 1));
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.cpSync(argument.slice(0, at), target, { recursive: true, verbatimSymlinks: true });
}

/** All files and folders below a folder. */
function entriesIn(folder: string): fs.Dirent[] {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true });
}

/**
 * Sets the permissions that a package needs, whatever the umask was.
 * @returns the files, relative to the root.
 */
function normalise(root: string): string[] {
  const files: string[] = [];
  fs.chmodSync(root, 0o755);
  for (const entry of entriesIn(root)) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) fs.chmodSync(file, 0o755);
    else if (entry.isFile()) {
      fs.chmodSync(file, fs.statSync(file).mode & 0o111 ? 0o755 : 0o644);
      files.push(path.relative(root, file));
    }
  }
  return files.toSorted();
}

function controlFile(bytes: number): string {
  const [synopsis = "", ...rest] = (values.description ?? "").split("\n");
  const fields: readonly (readonly [string, string | undefined])[] = [
    ["Package", required("name")],
    ["Version", required("version")],
    ["Architecture", required("architecture")],
    ["Maintainer", required("maintainer")],
    ["Installed-Size", String(Math.ceil(bytes / 1_024))],
    ["Depends", values.depends?.join(", ")],
    ["Recommends", values["deb-recommends"]?.join(", ")],
    ["Section", values.category ?? "misc"],
    ["Priority", values["deb-priority"]],
    ["Homepage", values.url],
    ["Description", [synopsis.trim(), ...rest.map((line) => ` ${line.trim()}`)].join("\n")],
  ];
  return fields.flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : [])).join("");
}

function build(root: string): void {
  for (const argument of positionals) place(argument, root);
  const files = normalise(root);
  const bytes = files.reduce((sum, file) => sum + fs.statSync(path.join(root, file)).size, 0);
  const sums = files.map((file) => {
    const hash = createHash("md5").update(fs.readFileSync(path.join(root, file)));
    return `${hash.digest("hex")}  ${file}\n`;
  });
  const meta = path.join(root, "DEBIAN");
  fs.mkdirSync(meta, { mode: 0o755 });
  fs.writeFileSync(path.join(meta, "control"), controlFile(bytes));
  fs.writeFileSync(path.join(meta, "md5sums"), sums.join(""));
  for (const [name, source] of [
    ["postinst", values["after-install"]],
    ["postrm", values["after-remove"]],
  ] as const)
    if (source) {
      fs.copyFileSync(source, path.join(meta, name));
      fs.chmodSync(path.join(meta, name), 0o755);
    }
  const method = values["deb-compression"] === "gz" ? "gzip" : values["deb-compression"];
  execFileSync("dpkg-deb", ["--root-owner-group", `-Z${method}`, "--build", root, required("package")]);
}

if (values["output-type"] !== "deb") throw new Error("Only a .deb can be made here.");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-deb-"));
try {
  build(folder);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
