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

function readTexts(): string[] {
  const ofRecords =
    '[role="gridcell"], [role="log"], [role="listitem"], [aria-live], [data-mark], [data-names], li, td, th[scope="row"], dd[data-kind="text"], pre, code, script, style';
  const texts: string[] = [];
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(ofRecords) || element.getClientRects().length === 0) continue;
    // The status bar's title repeats its texts, in combinations that differ from run to run.
    const isInFooter = element.closest("footer") !== null;
    for (const name of ["aria-label", "placeholder", "aria-description", ...(isInFooter ? [] : ["title"])])
      texts.push(element.getAttribute(name) ?? "");
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    texts.push(own.map((node) => node.textContent).join(" "));
  }
  return texts;
}

/** Names of records, ids, paths, numbers, dates and spans of time differ from run to run. */
function normalise(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/^(Details of (?:item|material type|location)) .+/, "$1 <name>")
    .replace(/^(Note on|History of|Mute “.+” for) .+/, "$1 <name>")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
    .replace(/\b(req|itm|loc|typ|usr)_\w+/g, "<id>")
    .replace(/\/tmp\/[\w./-]+/g, "<folder>")
    .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+(, \d+)*/g, "<date>")
    .replace(/\d+([.,:]\d+)*( ?[AP]M)?/g, "#")
    .replace(/(# (s|min|h|mo)\b ?)+/g, "<span> ")
    .replace(/# [kMGT]B/g, "<size>")
    .replace(/stockdeck:\/\/view\?d=%.+/, "<link>")
    .trim();
}

/** The texts once nothing changes any more, as far as that happens: answers may still be on their way. */
async function settledTexts(page: Page): Promise<readonly string[]> {
  const read = async (): Promise<string[]> => (await page.evaluate(readTexts)).map(normalise);
  let texts = await read();
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    await page.waitForTimeout(SETTLED);
    const next = await read();
    if (next.join("\n") === texts.join("\n")) break;
    texts = next;
  }
  return texts;
}

const MOST_ATTEMPTS = 5;
/** Texts that come and go with time, and those of this machine. */
const PASSING =
  /^(Waiting for the first|They appear here|Syncing|Refreshing|Retrying|Not complete yet|next refresh|trying again|about #|Linux|.*\.sqlite|· )/;

/** Ms for which texts stay the same once they are settled. */
const SETTLED = 200;

if (!options["no-build"]) buildApp("page");
const texts = new Set<string>();
await runTour(async (_name, page) => {
  for (const text of await settledTexts(page)) {
    if (/\p{L}{2}/u.test(text) && !PASSING.test(text)) texts.add(text);
  }
});
const text = `${[...texts].toSorted().join("\n")}\n`;
if (options.print) process.stdout.write(text);
else await fs.writeFile(path.join(ROOT, "test/e2e/page/wording.txt"), text);
