import { describeQuery } from "../../../shared/query/describe-query.ts";
import {
  type ExportFormat,
  hasLinePerField,
  headingInUnits,
} from "../../../shared/delivery/export-formats.ts";
import { formatInstant } from "../../../shared/base/time/instant.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { columnLabel, type ExportReader } from "../../store/query/export-reader.ts";
import type { Facts } from "../../store/database/facts.ts";
import type { ObservedChanges } from "../../store/query/change-reader.ts";
import { CHANGE_COLUMNS } from "./change-columns.ts";
import { FACTS } from "./messages.ts";
import type { ChangesPlan, ExportContext, ExportPlan } from "./export-plan.ts";

/** The facts that every export states about itself. */
interface Origin {
  readonly kind: "stockdeck-export";
  readonly version: 1;
  readonly app: { readonly name: "Stockdeck"; readonly version: string };
  readonly exportedAt: string;
  /** The connection's name. The key is `profile`, because existing files of users have that key. */
  readonly profile: string | null;
  readonly format: ExportFormat;
  /** The service's time up to which the copy is complete, ISO 8601; null before the end of the first pull. */
  readonly completeAsOf: string | null;
  /** The time at which the last full check ended, ISO 8601; null before the first full check. */
  readonly lastFullCheck: string | null;
  /** The number of rows, without the heading. */
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly label: string }[];
}

/** An export's description before its file is complete: a JSON header or most of a manifest. */
export interface ExportDescription extends Origin {
  readonly resource: Resource;
  /** The moment of the rows, and the last refresh before it, ISO 8601; absent for the current rows. */
  readonly asOf?: string;
  readonly refreshedAt?: string;
  readonly view: ExportContext["view"];
  /** The query with its order: in words for users, and as JSON. */
  readonly query: { readonly words: readonly string[]; readonly json: Query };
}

/** The description of an exported list of changes. */
export interface ChangesDescription extends Origin {
  readonly content: "changes";
  /** The filter in words for users, and as JSON. */
  readonly filter: { readonly words: readonly string[]; readonly json: object };
  /** The number of changes that the rows describe. */
  readonly changes: number;
}

/** Describes an export of the rows of a reader. */
export function describeExport(
  { resource, query, format, columns, now }: ExportPlan,
  { appVersion, connection, view }: ExportContext,
  reader: ExportReader,
): ExportDescription {
  return {
    ...originOf({ format, now }, { appVersion, connection }, reader),
    resource,
    ...(reader.past && {
      asOf: formatInstant(reader.past.asOf),
      refreshedAt: formatInstant(reader.past.refreshedAt),
    }),
    view,
    query: { words: describeQuery(resource, query, (field, id) => reader.nameOf(field, id)), json: query },
    rows: reader.total,
    columns: columns.map((name) => ({
      name,
      label: headingInUnits(columnLabel(resource, name), resource, name, reader.facts.units),
    })),
  };
}

/** Describes an export of a list of changes. */
export function describeChanges(
  plan: ChangesPlan,
  context: ExportContext,
  source: ObservedChanges,
): ChangesDescription {
  const { changes, lines } = source.counts;
  const isTable = hasLinePerField(plan.format);
  return {
    ...originOf(plan, context, source),
    content: "changes",
    filter: source.describe(),
    changes,
    rows: isTable ? lines : changes,
    columns: isTable ? CHANGE_COLUMNS.map(({ name, label }) => ({ name, label })) : [],
  };
}

function originOf(
  { format, now }: Pick<ExportPlan, "format" | "now">,
  { appVersion, connection }: Pick<ExportContext, "appVersion" | "connection">,
  { facts }: { readonly facts: Pick<Facts, "mark" | "lastFullCheckAt"> },
): Omit<Origin, "rows" | "columns"> {
  return {
    kind: "stockdeck-export",
    version: 1,
    app: { name: "Stockdeck", version: appVersion },
    exportedAt: new Date(now).toISOString(),
    profile: connection,
    format,
    completeAsOf: facts.mark,
    lastFullCheck: facts.lastFullCheckAt,
  };
}

/** Writes a description as lines for a sheet, each with a label and a text. */
export function factLines(description: ExportDescription): readonly (readonly [string, string])[] {
  const { resource, view, query, asOf, refreshedAt } = description;
  return [
    ...originLines(description),
    [FACTS.table, resource],
    ...(asOf === undefined
      ? []
      : [[FACTS.asOf, asOf] as const, [FACTS.refreshedBefore, refreshedAt ?? ""] as const]),
    [FACTS.view, view?.name ?? FACTS.noView],
    ...query.words.map((words, index) => [index === 0 ? FACTS.rows : "", words] as const),
    [FACTS.queryJson, JSON.stringify(query.json)],
    ...(view ? [[FACTS.viewJson, JSON.stringify(view.definition)] as const] : []),
    ...sizeLines(description),
  ];
}

/** Writes the description of a list of changes as lines, as `factLines` does. */
export function changeFactLines(description: ChangesDescription): readonly (readonly [string, string])[] {
  const { filter, changes } = description;
  return [
    ...originLines(description),
    ...filter.words.map((words, index) => [index === 0 ? FACTS.changes : "", words] as const),
    [FACTS.filterJson, JSON.stringify(filter.json)],
    [FACTS.changeCount, String(changes)],
    ...sizeLines(description),
  ];
}

function originLines({ app, exportedAt, profile }: Origin): readonly (readonly [string, string])[] {
  return [
    [FACTS.writtenBy, `${app.name} ${app.version}`],
    [FACTS.exportedAt, exportedAt],
    [FACTS.connection, profile ?? FACTS.unnamed],
  ];
}

function sizeLines(origin: Origin): readonly (readonly [string, string])[] {
  const { completeAsOf, lastFullCheck, rows, columns } = origin;
  return [
    [FACTS.completeAsOf, completeAsOf ?? FACTS.notComplete],
    [FACTS.lastFullCheck, lastFullCheck ?? FACTS.noFullCheck],
    [FACTS.rowCount, String(rows)],
    [FACTS.columns, columns.map(({ name }) => name).join(", ")],
    [FACTS.dates, FACTS.datesText],
  ];
}
