import { readOptions, oneOf, wholeNumber } from "../../electron/hosts/cli/arguments.ts";
import { UsageError } from "../../electron/hosts/cli/exit-code.ts";
import { normalizeBaseUrl, normalizeKey } from "../../electron/base/connection-input.ts";
import { parseRetryAfter } from "../../electron/client/request-queue.ts";
import { readArguments } from "../../electron/hosts/desktop/read-arguments.ts";
import { decodeKey } from "../../electron/base/keychain/key-vault.ts";
import { migrateTables } from "../../electron/features/backup/backup-table.ts";
import { spanOf } from "../../renderer/table/filters/durations.ts";
import { readAmounts } from "../../renderer/delivery/file-import/read-amounts.ts";
import { readForImport } from "../../renderer/table/view-menu/read-for-import.ts";
import { readViewState } from "../../renderer/table/views/view-state.ts";
import { MAX_CUTS_TEXT, readCutSearch } from "../../renderer/features/cut-finder/cut-search.ts";
import { readLayout } from "../../renderer/features/overview/layout.ts";
import { readWindowNumber } from "../../shared/features/windows/window-names.ts";
import { numberReader } from "../../shared/base/text/read-number.ts";
import { parseCuts } from "../../shared/features/cut-finder/parse-cuts.ts";
import { backupText, parseBackup } from "../../shared/features/backup/backup.ts";
import { readDensityUnit } from "../../shared/inventory/density.ts";
import { QueryError } from "../../shared/base/errors.ts";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { describeQuery } from "../../shared/query/describe-query.ts";
import { parseQuery, querySchema } from "../../shared/query/query.ts";
import { naturalKey } from "../../shared/base/text/natural-order.ts";
import { neutraliseCsvFormula, plainCsvText } from "../../shared/base/text/formula.ts";
import { parseJson } from "../../shared/base/text/json.ts";
import { searchTerms } from "../../shared/base/text/fold.ts";
import { before, parseDuration } from "../../shared/base/time/duration.ts";
import { formatInstant, parseInstant } from "../../shared/base/time/instant.ts";
import {
  readSharedView,
  viewLink,
  ViewRefusal,
  viewFileText,
  sharedViewSchema,
  type SharedView,
} from "../../shared/features/views/view-share.ts";
import { FromSchema } from "./from-schema.ts";
import { jsonOf } from "./hostile.ts";
import type { Run } from "./run-target.ts";

/** A parser of texts from users, files, links, addresses or other programs. */
interface Parser {
  /** Texts that it accepts. */
  readonly valid: readonly string[];
  readonly parse: (text: string) => unknown;
}

const PLATFORMS = ["linux", "win32", "darwin"] as const;
const SPEC = { "data-dir": "text", full: "flag", type: "texts", "page-size": "text" } as const;
const inAddress = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text));

/** A backup of two rows, without the columns that have a default. */
const NONE = { columns: [], rows: [] };
const BACKUP = backupText(1, "2026-01-01T00:00:00.000Z", {
  entries: { columns: ["name", "value"], rows: [["settings", "{}"]] },
  documents: {
    columns: ["connectionId", "document", "id", "version", "value"],
    rows: [["one", "names", "u-1", 1, '{"name":"Anna","team":"","note":""}']],
  },
  schedules: NONE,
});

const PARSERS: Readonly<Record<string, Parser>> = {
  backups: {
    valid: [BACKUP],
    parse: (text) => {
      const backup = parseBackup(text);
      return backup && migrateTables(backup.version, backup.tables);
    },
  },
  durations: {
    valid: ["P7D", "P1Y2M3W4DT5H6M7.5S", "PT12H"],
    parse: (text) => {
      const duration = parseDuration(text);
      if (duration) before(Date.UTC(2026, 0, 31), duration);
      return spanOf(text);
    },
  },
  instants: {
    valid: ["2026-01-01T00:00:00.000Z", "2026-01-01 00:00+0130", "9999-12-31T23:59:59.999999Z"],
    parse: (text) => {
      const instant = parseInstant(text);
      return instant === null ? null : formatInstant(instant);
    },
  },
  cuts: {
    valid: ["3 × 12.5 and 1 × 40", "2x1,5; 7", "1 m + 2,000"],
    parse: (text) =>
      ["en", "de", "ar-EG"].map((locale) =>
        parseCuts(text.slice(0, MAX_CUTS_TEXT), { unit: "m", numbers: numberReader(locale) }),
      ),
  },
  amounts: { valid: ["1.500,00\n2", "1,500\n1.5", "1 234"], parse: (text) => readAmounts(text.split("\n")) },
  texts: {
    valid: ['40 µm "two words" Käfig 007', "=1+1;-2|'@x"],
    parse: (text) => [naturalKey(text), searchTerms(text), plainCsvText(neutraliseCsvFormula(text))],
  },
  "density units": { valid: ["g/cm³", "lbs per cu. ft", "kg·m⁻³", "lb/1,000 sq ft"], parse: readDensityUnit },
  "base URLs": { valid: ["https://api.example.com/v1/", "http://[::1]:80"], parse: normalizeBaseUrl },
  keys: { valid: [" sample_live_0123 "], parse: normalizeKey },
  "kept keys": { valid: ['{"origin":"https://a.example","key":"k"}'], parse: decodeKey },
  "Retry-After": {
    valid: ["120", "Wed, 21 Oct 2026 07:28:00 GMT"],
    parse: (text) => parseRetryAfter(text, 0),
  },
  "command lines": {
    valid: ["--data-dir\na\n--full\n--type\nb\n--page-size\n250", "--type=a\n--type=b"],
    parse: (text) => {
      const options = readOptions(text.split("\n"), SPEC);
      wholeNumber(options["page-size"], "page-size", 1, 250, 250);
      return oneOf(options["data-dir"] ?? "", "format", ["csv", "xlsx"]);
    },
  },
  starts: {
    valid: [
      "app\n--\nstockdeck://view?d=%7B%7D",
      "app\n--headless\nsync\n--full",
      "app\n.\n--headless\n--\nstatus",
    ],
    parse: (text) =>
      PLATFORMS.flatMap((platform) =>
        [true, false].map((packed) => readArguments(text.split("\n"), packed, platform)),
      ),
  },
  routes: {
    valid: ["?window=3&tab=x", "/items?record=a%20b&connection=p&full=true"],
    parse: (text) => {
      readWindowNumber(text);
      return readCutSearch(inAddress(text));
    },
  },
  layouts: { valid: ['{"version":1,"order":["stock"],"hidden":[],"own":[]}'], parse: readLayout },
};

const isTyped = (thrown: unknown): boolean =>
  thrown instanceof UsageError || thrown instanceof QueryError || thrown instanceof ViewRefusal;

/** Runs every parser of texts over mutated valid texts and random ones. */
export async function texts({ random, hostile, guard, count }: Run): Promise<void> {
  for (const [name, { valid, parse }] of Object.entries(PARSERS)) {
    for (let turn = 0; turn < count; turn += 1) {
      const seed = random.pick(valid);
      const text = random.chance(0.1) ? seed : random.chance(0.6) ? hostile.mutateText(seed) : hostile.text();
      await guard.watch(`${name}: ${text}`, () => parse(text), isTyped);
    }
    // No parser may take more than linear time.
    for (const seed of [...valid, "1", ",", " ", "a", '"', "-", "1,", "%41"]) {
      const text = seed.repeat(300_000 / seed.length);
      await guard.watch(`${name}: ${seed} over and over`, () => parse(text), isTyped);
    }
  }
}

/** Views in files and links, and tables' queries and states that are stored as JSON. */
export async function views({ random, hostile, guard, count }: Run): Promise<void> {
  const schemas = new FromSchema(random);
  for (let turn = 0; turn < count; turn += 1) {
    const view = schemas.value(sharedViewSchema) as SharedView;
    const file = viewFileText(view);
    const changed = { ...(hostile.mutate(parseJson(file)) as object) };
    const text = random.pick([file, viewLink(view) ?? file, jsonOf(changed), hostile.mutateText(file)]);
    const read = await guard.watch(text, () => readSharedView(text), isTyped);
    await guard.watch(text, () => readForImport(text));
    // A value that was read can be written and read again without a change.
    if (read && jsonOf(readSharedView(viewFileText(read))) !== jsonOf(read))
      guard.fail("a view changed as it was shared");

    const valid = schemas.value(querySchema);
    // Queries come as JSON, in an address or on a command line.
    const query = parseJson(jsonOf(random.chance(0.5) ? valid : hostile.mutate(valid)));
    const resource = random.pick(RESOURCES);
    await guard.watch(query, () => describeQuery(resource, parseQuery(resource, query), () => null), isTyped);
    const state = {
      version: 2,
      viewId: "all",
      search: "",
      chips: [],
      sort: [],
      columns: view.definition.columns,
    };
    const kept = random.pick([
      jsonOf(hostile.mutate(state)),
      hostile.mutateText(jsonOf(state)),
      jsonOf(query),
    ]);
    await guard.watch(kept, () => readViewState(resource, kept));
  }
}
