import fs from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { buildApp, ROOT } from "./root.ts";
import { runTour } from "./shot-tour.ts";

const { values: options } = parseArgs({
  options: {
    /** Print the texts instead of writing the file that is reviewed. */
    print: { type: "boolean", default: false },
    "no-build": { type: "boolean", default: false },
  },
});

/**
 * The texts of a page that a user reads or hears, without the records: what stands in cells, in lists of records and in
 * raw data says nothing about wording.
 */
function readTexts(): string[] {
  const ofRecords = '[role="gridcell"], [data-records], pre, code, script, style, [data-first-rows]';
  const texts: string[] = [];
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(ofRecords) || element.getClientRects().length === 0) continue;
    for (const name of ["aria-label", "title", "placeholder", "aria-description"])
      texts.push(element.getAttribute(name) ?? "");
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    texts.push(own.map((node) => node.textContent).join(" "));
  }
  return texts;
}

/** Numbers, dates and ages differ from run to run. */
function normalise(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\d+([.,:]\d+)*/g, "#")
    .trim();
}

const texts = new Map<string, Set<string>>();
if (!options["no-build"]) buildApp("page");
await runTour(async (name: string, page: Page) => {
  const found = new Set(
    (await page.evaluate(readTexts)).map(normalise).filter((text) => /\p{L}{2}/u.test(text)),
  );
  texts.set(name, found);
});
// A text stands where it was first seen, so that a new screen adds lines and moves none.
const seen = new Set<string>();
const lines = [...texts].flatMap(([name, found]) => {
  const added = [...found].filter((text) => !seen.has(text)).toSorted();
  for (const text of added) seen.add(text);
  return added.length === 0 ? [] : [`## ${name}`, ...added, ""];
});
const file = path.join(ROOT, "test/e2e/page/wording.txt");
if (options.print) console.log(lines.join("\n"));
else await fs.writeFile(file, `${lines.join("\n")}\n`);
