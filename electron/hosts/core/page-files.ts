import fs from "node:fs/promises";
import path from "node:path";
import { currentLanguage } from "../../../shared/base/text/catalogue.ts";
import { languageFor } from "../../../shared/base/text/languages.ts";

/** A file of the page, ready to be sent. */
export interface PageFile {
  readonly body: Buffer;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/** A placeholder in the built page. It is replaced by a fresh nonce (vite.config.ts). */
const NONCE_PLACE = "__CSP_NONCE__";

/**
 * Reads a file of the built page, and never a file outside its folder.
 * @security path containment
 * @param urlPath the path of the address, still percent-encoded.
 * @returns null if the file does not exist.
 */
export async function readPageFile(root: string, urlPath: string, nonce: string): Promise<PageFile | null> {
  const relative = safeDecode(urlPath);
  if (relative === null || !isPlain(relative)) return null;
  const file = path.resolve(root, `.${relative === "/" ? "/index.html" : relative}`);
  if (!isInside(path.resolve(root), file)) return null;
  const type = TYPES[path.extname(file)];
  if (!type) return null;
  const body = await readInside(root, file).catch(() => null);
  if (!body) return null;
  if (!file.endsWith(".html")) return { body, type };
  const html = inLanguage(body.toString("utf8"), languageFor(currentLanguage()));
  return { body: Buffer.from(html.replaceAll(NONCE_PLACE, nonce)), type };
}

/**
 * Sets the page's language to that of this process. The script with the texts is not a module, so that it runs before
 * the page's modules, which read texts as soon as they are evaluated.
 */
const inLanguage = (html: string, language: string): string =>
  language === "en"
    ? html
    : html
        .replace('<html lang="en"', `<html lang="${language}"`)
        .replace("<script ", `<script src="./languages/${language}.js"></script>$&`);

/**
 * Makes the page's Content-Security-Policy: it allows only the page's own files, and styles with a nonce, because
 * Mantine inserts styles.
 * @param connect the address to which connections are allowed, as a CSP source.
 */
export function contentSecurityPolicy(nonce: string, connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Whether a decoded path is plain and relative: it has no separator of another system, no drive, no second stream of a
 * file, no parent folder, and nothing that is still encoded.
 */
function isPlain(relative: string): boolean {
  return !/[\\:%\0]/.test(relative) && !relative.split("/").includes("..");
}

function isInside(root: string, file: string): boolean {
  return file.startsWith(root + path.sep);
}

/** Reads a file, unless a symbolic link inside the folder leads out of it. The folder itself may be a link. */
async function readInside(root: string, file: string): Promise<Buffer | null> {
  const [realRoot, real] = await Promise.all([fs.realpath(root), fs.realpath(file)]);
  return isInside(realRoot, real) ? fs.readFile(real) : null;
}

/** A path without its escapes; null if an escape is malformed. */
function safeDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
