import { describeQuery } from "../../../shared/describe-query.ts";
import type { ExportFormat } from "../../../shared/export-formats.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { ViewDefinition } from "../../../shared/views.ts";
import { columnLabel, type ExportReader } from "../store/export-reader.ts";
import type { ExportPlan } from "./export-plan.ts";

/** What an export says of where it comes from, beside its rows. */
export interface ExportContext {
  readonly appVersion: string;
  /** The connection's name; null where nobody gave it one. Never its address, nor its key. */
  readonly profile: string | null;
  readonly view: { readonly name: string; readonly definition: ViewDefinition } | null;
}

/** All that is known of an export before its file is whole: the header of a JSON, and most of a manifest. */
export interface ExportDescription {
  readonly kind: "stockdeck-export";
  readonly version: 1;
  readonly app: { readonly name: "Stockdeck"; readonly version: string };
  readonly exportedAt: string;
  readonly profile: string | null;
  readonly resource: Resource;
  readonly format: ExportFormat;
  readonly view: ExportContext["view"];
  /** The rows and their order, as they were asked for: in words for people, and as JSON. */
  readonly query: { readonly words: readonly string[]; readonly json: Query };
  /** The service's time up to which the copy is complete; null where the first pull has not ended. ISO 8601. */
  readonly completeAsOf: string | null;
  /** When the last full check ended, ISO 8601; null where there was none. */
  readonly lastFullCheck: string | null;
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly label: string }[];
}

/** Describes an export of what a reader has before it. */
export function describeExport(
  { resource, query, format, columns, now }: ExportPlan,
  { appVersion, profile, view }: ExportContext,
  reader: ExportReader,
): ExportDescription {
  const { mark, lastFullCheckAt } = reader.facts;
  return {
    kind: "stockdeck-export",
    version: 1,
    app: { name: "Stockdeck", version: appVersion },
    exportedAt: new Date(now).toISOString(),
    profile,
    resource,
    format,
    view,
    query: { words: describeQuery(resource, query, (field, id) => reader.nameOf(field, id)), json: query },
    completeAsOf: mark,
    lastFullCheck: lastFullCheckAt,
    rows: reader.total,
    columns: columns.map((name) => ({ name, label: columnLabel(resource, name) })),
  };
}

/** The same facts as lines of a label and a text, for a sheet that people read. */
export function factLines(description: ExportDescription): readonly (readonly [string, string])[] {
  const { app, exportedAt, profile, resource, view, query, completeAsOf, lastFullCheck, rows, columns } =
    description;
  return [
    ["Written by", `${app.name} ${app.version}`],
    ["Exported at", exportedAt],
    ["Connection", profile ?? "not named"],
    ["Table", resource],
    ["View", view?.name ?? "none"],
    ...query.words.map((words, index) => [index === 0 ? "Rows" : "", words] as const),
    ["Query (JSON)", JSON.stringify(query.json)],
    ...(view ? [["View (JSON)", JSON.stringify(view.definition)] as const] : []),
    ["Complete as of", completeAsOf ?? "not complete yet"],
    ["Last full check", lastFullCheck ?? "none yet"],
    ["Number of rows", String(rows)],
    ["Columns", columns.map(({ name }) => name).join(", ")],
    ["Dates", "In UTC. Dates before March 1900, which Excel does not know, are texts."],
  ];
}
