import { createHash } from "node:crypto";
import {
  PROBLEM_SEPARATOR,
  PROBLEM_RULES,
  type ProblemRule,
} from "../../../shared/features/problems/problems.ts";
import type { ProblemMute } from "../../../shared/features/problems/problem-mutes.ts";
import { weightPerLength, type TypeDensity } from "../../../shared/inventory/density.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import {
  fromMilliseconds,
  toMilliseconds,
  possibleInstants,
  type Instant,
} from "../../../shared/base/time/instant.ts";
import { NO_UNITS, type Units } from "../../../shared/inventory/units.ts";
import { instantOf, readFacts, writeFacts } from "../../store/database/facts.ts";
import type { Database } from "../../store/database/open-database.ts";
import { touchedBetween } from "../../store/database/touched-rows.ts";
import type { Computation } from "../../store/ingest/computation.ts";

/**
 * Microseconds by which an archived item's last update may be later than its archiving. One request may set both times.
 */
const ARCHIVING = 60_000_000;
/** Microseconds by which clocks may differ. Only dates that are later than this count as being in the future. */
const CLOCK_DIFFERENCE = 300_000_000;

const IN_USE = "t.status IS NOT 'archived'";
const isNegative = (...fields: readonly string[]): string =>
  `(${fields.map((field) => `t.${field} < 0`).join(" OR ")})`;

/**
 * SQL: whether another shown record has the same name. Archived items are left out, because their label may be in use
 * again. `namesakes` has the names that occur more than once, so that only these names are looked up.
 */
function hasNamesake(resource: Resource): string {
  const isRepeated = "t.nameSort IN (SELECT nameSort FROM namesakes)";
  const others = `SELECT 1 FROM ${resource} AS o WHERE o.nameSort = t.nameSort AND o.nameKey = t.nameKey
    AND o.rowid <> t.rowid AND o.noLongerReturnedSince IS NULL`;
  return resource === "items"
    ? `(${IN_USE} AND ${isRepeated} AND EXISTS (${others} AND o.status IS NOT 'archived'))`
    : `(${isRepeated} AND EXISTS (${others}))`;
}

const isUnknown = (field: string, resource: Resource): string =>
  `(t.${field} IS NOT NULL AND t.${field} NOT IN (SELECT id FROM ${resource}))`;

/** SQL: whether the last update is in the future. `?1` is the current instant. */
const IN_FUTURE = `t.updatedAt > ?1 + ${CLOCK_DIFFERENCE}`;

/** SQL: whether a date cannot be true. `?3` is the last possible instant by the service's clock. */
const isImpossible = (...fields: readonly string[]): string =>
  `(${fields.map((field) => `t.${field} < 0 OR t.${field} > ?3`).join(" OR ")})`;

/**
 * SQL: whether the service now reports an older version than before, because the service was restored to older data.
 */
const IS_OLDER = "t.seenUpdatedAt IS NOT NULL";

/** The SQL condition of each rule over `t`. A missing value breaks only the rules about missing values. */
const CONDITIONS: {
  readonly [R in Resource]: Readonly<Record<(typeof PROBLEM_RULES)[R][number], string>>;
} = {
  items: {
    "no location": `(t.locationId IS NULL AND ${IN_USE})`,
    "no material type": `(t.materialTypeId IS NULL AND ${IN_USE})`,
    "checked out without holder": "(t.status = 'checked_out' AND t.checkedOutToUserId IS NULL)",
    "holder without check-out": "(t.checkedOutToUserId IS NOT NULL AND t.status IS NOT 'checked_out')",
    "remaining above starting length": "t.remainingLength > t.startingLength",
    "negative value": isNegative("startingLength", "originalLength", "remainingLength", "weight"),
    "weight disagrees with length": "weight_disagrees(t.materialTypeId, t.remainingLength, t.weight)",
    "duplicate name": hasNamesake("items"),
    "archived but changing": `(t.status = 'archived' AND t.updatedAt > t.archivedAt + ${ARCHIVING})`,
    "updated in the future": IN_FUTURE,
    "impossible date": isImpossible("checkedOutAt", "archivedAt", "createdAt", "updatedAt"),
    "older than seen before": IS_OLDER,
    "unknown location": isUnknown("locationId", "locations"),
    "unknown material type": isUnknown("materialTypeId", "types"),
  },
  types: {
    "negative value": isNegative(
      "width",
      "thickness",
      "calculatedDensity",
      "spoolWeight",
      "pricePerFoot",
      "pricePerPound",
    ),
    "duplicate name": hasNamesake("types"),
    "updated in the future": IN_FUTURE,
    "impossible date": isImpossible("createdAt", "updatedAt"),
    "older than seen before": IS_OLDER,
  },
  locations: {
    "duplicate name": hasNamesake("locations"),
    "updated in the future": IN_FUTURE,
    "impossible date": isImpossible("createdAt", "updatedAt"),
    "older than seen before": IS_OLDER,
  },
};

/** The rules of a resource with their conditions, in display order. */
function conditionsOf(resource: Resource): readonly (readonly [rule: ProblemRule, sql: string])[] {
  const conditions: Readonly<Record<string, string>> = CONDITIONS[resource];
  return PROBLEM_RULES[resource].map((rule) => [rule, conditions[rule] ?? ""]);
}

/** The version of the rules. Increase it when a rule changes, so that every row is checked again. */
const RULES_VERSION = 2;

/**
 * Finds the rules that each row breaks. It checks the rows written since the last time, rows with the same names, and
 * rows that broke a rule about other rows or the time. All rows are checked after a first pull, and after changes of
 * mutes, units or densities.
 */
export const PROBLEM_COMPUTATION: Computation<readonly ProblemMute[]> = {
  name: "problems",
  phase: "rows",
  documents: ["mutes"],
  input: async ({ records }) => [...(await records("mutes")).values()],
  write: (database, { now, answeredAt }, mutes) => {
    const { units, problemsFound, revision, mark } = readFacts(database);
    // The later of two times: of the last answer, and of the mark. Without them it is this computer's time.
    const passedAt = instantOf(mark);
    const answers = [answeredAt, passedAt === null ? null : toMilliseconds(passedAt)].filter(
      (at) => at !== null,
    );
    const { last } = possibleInstants(answers.length === 0 ? now : Math.max(...answers));
    const weights = readTypeWeights(database, units);
    defineWeightDisagrees(database, weights);
    const basis = createHash("sha256")
      .update(JSON.stringify([RULES_VERSION, mutes, [...weights]]))
      .digest("hex");
    const written =
      problemsFound?.basis === basis
        ? touchedBetween(database, "items", problemsFound.revision, revision)
        : null;
    const touched = RESOURCES.map((resource) => {
      const own = mutes.filter((mute) => mute.resource === resource);
      const some = resource === "items" && written ? [...written] : null;
      return { resource, rowids: new ProblemFinder(database, resource, own).write(some, now, last) };
    });
    writeFacts(database, { problemsFound: { basis, revision } });
    return touched;
  },
  committed: (database, revision) => {
    const { problemsFound } = readFacts(database);
    // The rows that this search itself wrote need no new search.
    if (problemsFound) writeFacts(database, { problemsFound: { ...problemsFound, revision } });
  },
};

type FoundRow = readonly [rowid: number, id: string, former: string | null, ...broken: (number | null)[]];

/** Finds and writes the problems of one resource's rows. */
class ProblemFinder {
  readonly #database: Database;
  readonly #resource: Resource;
  readonly #rules: ReturnType<typeof conditionsOf>;
  /** The rules that are muted for single records, each as `rule id`. */
  readonly #muted: ReadonlySet<string>;

  constructor(database: Database, resource: Resource, mutes: readonly ProblemMute[]) {
    const whole = new Set(mutes.filter(({ id }) => id === null).map(({ rule }) => rule));
    this.#database = database;
    this.#resource = resource;
    this.#rules = conditionsOf(resource).filter(([rule]) => !whole.has(rule));
    this.#muted = new Set(mutes.flatMap(({ rule, id }) => (id === null ? [] : [`${rule} ${id}`])));
  }

  /**
   * Checks rows and writes their problems.
   * @param written the rows written since the last time; null for all rows.
   * @returns the rows that were written.
   */
  write(written: readonly number[] | null, now: number, lastPossible: Instant): readonly number[] {
    const update = this.#database.prepare(`UPDATE ${this.#resource} SET problems = ? WHERE rowid = ?`);
    return this.#find(written, now, lastPossible).flatMap(([rowid, id, former, ...broken]) => {
      const rules = this.#rules.filter(([rule], at) => broken[at] === 1 && !this.#muted.has(`${rule} ${id}`));
      const problems = rules.length === 0 ? null : rules.map(([rule]) => rule).join(PROBLEM_SEPARATOR);
      if (problems === former) return [];
      update.run(problems, rowid);
      return [rowid];
    });
  }

  /** Finds the rows that break a rule now, or broke one before. */
  #find(written: readonly number[] | null, now: number, lastPossible: Instant): readonly FoundRow[] {
    const conditions = this.#rules.map(([, sql]) => sql);
    const isShown = "t.noLongerReturnedSince IS NULL";
    const broken = conditions.map((sql) => `(${isShown} AND ${sql})`);
    const { tables, from } = (written === null ? everyRow : rowsNear)(this.#resource);
    const statement = this.#database.prepare(
      `WITH ${tables} SELECT ${["t.rowid", "t.id", "t.problems", ...broken].join(", ")} FROM ${from}
       WHERE ?1 IS NOT NULL AND ?3 IS NOT NULL AND (t.problems IS NOT NULL OR (${isShown} AND (${conditions.join(" OR ") || "0"})))`,
    );
    statement.setReturnArrays(true);
    const rows = written === null ? null : JSON.stringify(written);
    return statement.all(fromMilliseconds(now), rows, lastPossible) as unknown[] as FoundRow[];
  }
}

/** The SQL source of the rows to check. `namesakes` are names that may occur twice. */
interface Source {
  readonly tables: string;
  readonly from: string;
}

function everyRow(table: Resource): Source {
  const several = `SELECT nameSort FROM ${table} GROUP BY nameSort HAVING count(*) > 1`;
  return { tables: `namesakes AS MATERIALIZED (${several})`, from: `${table} AS t` };
}

/** The rules that a row may stop breaking without being written. They depend on other rows or on the time. */
const OUTER_RULES = [
  "duplicate name",
  "updated in the future",
  "impossible date",
  "unknown location",
  "unknown material type",
] as const satisfies readonly ProblemRule[];

/** SQL for the rows that a write may affect: written rows, their namesakes, and rows that break an outer rule. */
function rowsNear(table: Resource): Source {
  const isOuter = OUTER_RULES.map((rule) => `instr(problems, '${rule}')`).join(" OR ");
  const chosen = `SELECT value AS row FROM json_each(?2)
    UNION SELECT rowid FROM ${table} WHERE problems IS NOT NULL AND (${isOuter})
    UNION SELECT rowid FROM ${table} WHERE nameSort IN
      (SELECT nameSort FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?2)))`;
  return {
    tables: `chosen AS MATERIALIZED (${chosen}),
      namesakes AS (SELECT nameSort FROM ${table} WHERE rowid IN (SELECT row FROM chosen))`,
    from: `chosen CROSS JOIN ${table} AS t ON t.rowid = chosen.row`,
  };
}

/** The weight of a material type's items, in their own units. */
interface TypeWeight {
  readonly perLength: number;
  readonly spool: number;
}

/** The share by which a weight may differ from the weight computed by density. */
const TOLERANCE = 0.1;
/** The absolute tolerance for rounded weights. It matters when only the last metre of a roll is left. */
const ROUNDING = 0.01;

/** The weights of the material types whose density and units are known. */
function readTypeWeights(database: Database, units: Units | null): ReadonlyMap<string, TypeWeight> {
  const types = database
    .prepare(
      `SELECT id, calculatedDensity AS density, densityDisplayUnit AS densityUnit, width, thickness, spoolWeight
       FROM types ORDER BY id`,
    )
    .all() as unknown as (TypeDensity & { readonly spoolWeight: number | null })[];
  return new Map(
    types.flatMap((type) => {
      const perLength = weightPerLength(type, units ?? NO_UNITS);
      return perLength === null ? [] : [[type.id, { perLength, spool: type.spoolWeight ?? 0 }] as const];
    }),
  );
}

/** Defines the SQL function `weight_disagrees(typeId, length, weight)`. Its result is 0 if nothing can be compared. */
function defineWeightDisagrees(database: Database, weights: ReadonlyMap<string, TypeWeight>): void {
  database.function("weight_disagrees", (typeId: unknown, length: unknown, weight: unknown) => {
    const type = typeof typeId === "string" ? weights.get(typeId) : undefined;
    if (!type || typeof length !== "number" || typeof weight !== "number" || length < 0) return 0;
    const net = type.perLength * length;
    // Some services include the spool in the weight, and others do not.
    const [least, most] = [net * (1 - TOLERANCE), (net + type.spool) * (1 + TOLERANCE)];
    return Number(weight < least - ROUNDING || weight > most + ROUNDING);
  });
}
