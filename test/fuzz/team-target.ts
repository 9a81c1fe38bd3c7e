import { randomUUID } from "node:crypto";
import fs from "node:fs";
import type http from "node:http";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { ServiceError } from "../../electron/api-server/answers.ts";
import { readTeamRules, valuesOf } from "../../electron/features/alerts/team-alert-records.ts";
import { storeEdits } from "../../electron/features/collector/serving/documents-api.ts";
import { openOwnFile } from "../../electron/features/collector/serving/own-file.ts";
import { runHere, type Work } from "../../electron/features/collector/serving/queries.ts";
import {
  applyEdits,
  recordsAfter,
  teamNumbers,
} from "../../electron/features/collector/serving/team-documents.ts";
import { addToken } from "../../electron/features/collector/serving/token-table.ts";
import { rowNamesOf } from "../../electron/features/names/name-service.ts";
import { readTeamViews } from "../../electron/features/views/saved-views.ts";
import { Transactions } from "../../electron/store/database/open-database.ts";
import { recordsIn } from "../../electron/store/user-data/connection-documents.ts";
import { systemClock } from "../../electron/base/clock.ts";
import { DOCUMENTS, type DocumentName } from "../../shared/contract/documents.ts";
import { readTeamValue, readTeamValues } from "../../shared/contract/team-documents.ts";
import { TEAM_LIMITS } from "../../shared/features/team/team-kinds.ts";
import { FromSchema } from "./from-schema.ts";
import { jsonOf, TEXTS } from "./hostile.ts";
import type { Run } from "./run-target.ts";

const NAMES = Object.keys(DOCUMENTS) as DocumentName[];
const LABELS = ["Desk 1", "Desk 2", "hoarder"];

/**
 * Sends edits of any shape to a team's records, and damages their file afterwards. All stored records must be
 * readable, and their size counted exactly. No damaged file may be replaced by a new one.
 */
export async function team(run: Run): Promise<void> {
  const { guard, count, random } = run;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-fuzz-"));
  const file = path.join(folder, "collector.sqlite");
  const { database } = openOwnFile(file);
  const transactions = new Transactions(file, database);
  const work = <T>(steps: Work<T>): T => transactions.run(() => runHere(database, steps));
  work(addToken({ label: "Desk 1", hash: "h", access: "annotate", createdAt: 1 }));
  const store: Parameters<typeof storeEdits>[0] = {
    teamRecords: (...page) => Promise.resolve(work(recordsAfter(...page))),
    applyEdits: (...edits) => Promise.resolve(work(applyEdits(...edits))),
  };
  try {
    for (let turn = 0; turn < count; turn += 1) {
      const label = random.pick(LABELS);
      const body = bodyOf(run, label);
      const token = { label, hash: "h", access: "annotate", createdAt: 1, lastUsedAt: null } as const;
      const stream = Readable.from([Buffer.from(body)]);
      const request = Object.assign(stream, { headers: {} }) as unknown as http.IncomingMessage;
      const isRefusal = (thrown: unknown): boolean =>
        thrown instanceof ServiceError && [400, 413].includes(thrown.status);
      await guard.watch(body, () => storeEdits(store, token, request, turn, systemClock), isRefusal);
      await guard.watch(body, () => readAs(run));
    }
    for (let last = 0, more = true; more;) {
      const page = work(recordsAfter(last, 1_000, true));
      if (typeof page === "string") throw new Error(page);
      for (const { document, id, value } of page.records)
        if (value !== null && readTeamValue(document, id, value) === undefined)
          guard.fail(`stored a record of ${document} that cannot be read`);
      ({ last, more } = page);
    }
    const used = database.prepare("SELECT sum(records) AS records, sum(bytes) AS bytes FROM team_use").get();
    const real = database
      .prepare(
        `SELECT count(*) AS records, sum(octet_length(document || id || editedBy || coalesce(value, ''))) AS bytes
           FROM (SELECT document, id, editedBy, value FROM team_records
             UNION ALL SELECT document, id, editedBy, value FROM team_losers)`,
      )
      .get();
    if (work(teamNumbers()).sequence === 0) guard.fail("stored nothing at all");
    if (JSON.stringify(used) !== JSON.stringify(real)) guard.fail("counted the size of the records wrong");
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    for (let turn = 0; turn < Math.min(count, 1_000); turn += 1) await openDamaged(run, file);
  } finally {
    if (database.isOpen) database.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A request's body, which contains edits of all shapes, or no edits at all. */
function bodyOf(run: Run, label: string): string {
  const { random, hostile } = run;
  if (random.chance(0.1)) return jsonOf(hostile.value());
  const edits = Array.from({ length: 1 + random.below(6) }, () => editOf(run, label));
  return jsonOf({ edits: random.chance(0.1) ? hostile.mutate(edits) : edits });
}

function editOf(run: Run, label: string): unknown {
  const { random } = run;
  // Half of the edits concern only few records, so that some values lose.
  const meets = random.chance(0.5);
  const documents = [...TEAM_LIMITS.keys(), ...NAMES, "schedules", "constructor"];
  const document = meets ? random.pick(["limits", "typeBases"]) : random.pick(documents);
  const ids = ["", "a", "b", "c1/1", "00000000-0000-4000-8000-000000000000", ...TEXTS];
  // One token repeatedly deletes records that never existed.
  if (label === "hoarder")
    return { edit: randomUUID(), document, id: randomUUID(), value: null, basedOn: 0, editedAt: 1 };
  if (random.chance(0.1)) return { edit: randomUUID(), dismiss: 1 + random.below(30) };
  const value = random.chance(0.2) ? null : textOf(run, document);
  return {
    edit: randomUUID(),
    document,
    id: random.pick(meets ? ids.slice(1, 3) : ids),
    value,
    basedOn: random.below(4),
    editedAt: random.below(1_000),
  };
}

/** The text of a value: valid, nearly valid, or of any other shape. */
function textOf({ random, hostile }: Run, document: string): string {
  const schema = Object.hasOwn(DOCUMENTS, document) ? DOCUMENTS[document as DocumentName].record : null;
  const valid = schema ? new FromSchema(random).value(schema) : { name: "Anna", team: "", note: "" };
  const shapes = [
    () => jsonOf(valid),
    () => jsonOf(valid),
    () => jsonOf(hostile.mutate(valid)),
    () => jsonOf(hostile.value()),
    () => JSON.stringify("x".repeat(random.below(60_000))),
    () => JSON.stringify({ name: "v", definition: "y".repeat(random.below(9_000)) }),
    () => "[".repeat(random.below(40_000)),
    () => hostile.text(),
  ];
  return random.pick(shapes)();
}

/** Reads values of any shape as a workstation and a collector do. */
function readAs(run: Run): void {
  const { random } = run;
  const values = [0, 1, 2].map((at) => [`id ${at}`, textOf(run, random.pick(NAMES))] as const);
  rowNamesOf(readTeamValues("names", values));
  readTeamRules(values);
  readTeamViews(values, "fuzz");
  valuesOf("alerts", values);
  valuesOf("alertActions", values);
  const rows = values.map(([id, value]) => ({ id, value }));
  recordsIn(random.pick(NAMES), rows);
}

/** Opens a damaged copy of the file. It must either open with its tokens, or be refused and stay unchanged. */
async function openDamaged({ guard, random }: Run, whole: string): Promise<void> {
  const file = `${whole}.copy`;
  const bytes = fs.readFileSync(whole);
  const flips = 1 + random.below(50);
  for (let flip = 0; flip < flips; flip += 1) bytes[random.below(bytes.length)] = random.below(256);
  const kept = random.chance(0.3) ? bytes.subarray(0, 1 + random.below(bytes.length)) : bytes;
  for (const suffix of ["", "-wal", "-shm", ".backup"]) fs.rmSync(file + suffix, { force: true });
  fs.writeFileSync(file, kept);
  await guard.watch(`${flips} bytes of ${kept.length}`, () => {
    const { database, setAside } = openOwnFile(file);
    try {
      const { tokens } = database.prepare("SELECT count(*) AS tokens FROM tokens").get() as {
        tokens: number;
      };
      if (tokens === 0 || setAside !== null) guard.fail("began a damaged file again");
    } finally {
      database.close();
    }
  });
  if (fs.readdirSync(path.dirname(file)).some((name) => name.includes(".damaged-")))
    guard.fail("set a damaged file aside");
}
