import { currentLocale } from "../../../shared/text/locale.ts";
import { z } from "zod";
import { invalidInput } from "../../../shared/domain/errors.ts";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import type { ExportProgress } from "../../../shared/exports/exports.ts";
import { checkQuery, querySchema, type Query } from "../../../shared/query/query.ts";
import { RESOURCES, type Resource } from "../../../shared/domain/resource-names.ts";
import { parseJson } from "../../../shared/text/parse-json.ts";
import { unsafePart } from "../../../shared/text/sanitised-json.ts";
import { changesRefusal } from "../../exports/compare/json-file.ts";
import type { ReadTable } from "../../exports/compare/read-table.ts";
import { exportColumns } from "../../store/query/export-reader.ts";

/** What a file says of itself; parts that cannot be read are as if they were not there. */
const headerSchema = z.object({
  kind: z.literal("stockdeck-export"),
  version: z.literal(1),
  content: z.string().optional().catch(undefined),
  exportedAt: z.iso.datetime().nullable().catch(null),
  profile: z.string().max(500).nullable().catch(null),
  resource: z.enum(RESOURCES).nullable().catch(null),
  view: z
    .object({ name: z.string().max(200) })
    .nullable()
    .catch(null),
  query: z.object({ json: querySchema }).nullable().catch(null),
  rows: z.int().nullable().catch(null),
  sha256: z.string().optional().catch(undefined),
});

/** The rows that a file had: of which table, by which query. */
export interface KnownRows {
  readonly resource: Resource;
  readonly query: Query;
}

/** Where a file comes from, as far as anything tells. */
export interface FileOrigin {
  readonly origin: NonNullable<Comparison["origin"]>;
  /** Null where the user has to choose. */
  readonly known: KnownRows | null;
  /** The tables that its columns fit to, the likeliest first. */
  readonly resources: readonly [Resource, ...Resource[]];
  /** The connection that it says it is of, where that is another one. */
  readonly otherProfile: string | null;
  readonly notes: readonly string[];
}

/**
 * Finds out which rows a file had: by what it or its manifest says, else by the exports that are remembered (the same
 * content, or the same place).
 * @param past the profile's last exports, the latest first.
 * @throws AppFailure `invalid_input` with the reason where the file cannot be compared.
 */
export function findOrigin(
  read: ReadTable,
  path: string,
  past: readonly ExportProgress[],
  profile: string | null,
): FileOrigin {
  const header = readHeader(read.header);
  if (header?.content === "changes") throw changesRefusal();
  const done = past.filter(({ state, request }) => state === "done" && !("changes" in request));
  const remembered =
    done.find(({ sha256 }) => sha256 === read.sha256)
    ?? done.find(({ file, request }) => file === path && request.format === read.format);
  const stated = header && rowsOf(header.resource, header.query?.json);
  const recalled =
    remembered && !("changes" in remembered.request)
      ? rowsOf(remembered.request.resource, remembered.request.query)
      : null;
  const known = stated ?? recalled;
  const resources = tablesOf(read, known?.resource ?? header?.resource ?? null);
  const isOurs = header !== null || remembered !== undefined || read.ignored.length === 0;
  if (!isOurs && !read.columns.includes("id"))
    throw invalidInput(
      "This file was not written by Stockdeck, and has no column “id”: its rows cannot be found again.",
    );
  // A connection that was renamed since still knows its own files.
  const isOther = header?.profile != null && header.profile !== profile && remembered?.sha256 !== read.sha256;
  return {
    known,
    resources,
    otherProfile: isOther ? header.profile : null,
    origin: {
      writtenAt: header?.exportedAt ?? remembered?.startedAt ?? read.writtenAt,
      from: stated ? read.headerFrom : recalled ? "past_export" : null,
      view: header?.view?.name ?? rememberedView(remembered),
      rows: read.rows,
      ignored: [...read.ignored],
    },
    notes: header ? doubtsOf(header, read) : [],
  };
}

function readHeader(text: string | null): z.infer<typeof headerSchema> | null {
  const value = parseJson(text);
  return unsafePart(value) === null ? (headerSchema.safeParse(value).data ?? null) : null;
}

/** Null where the query is none that this version can run. */
function rowsOf(resource: Resource | null, query: Query | undefined): KnownRows | null {
  if (resource === null || query === undefined) return null;
  try {
    return { resource, query: checkQuery(resource, query) };
  } catch {
    return null;
  }
}

function rememberedView(remembered: ExportProgress | undefined): string | null {
  if (!remembered || "changes" in remembered.request) return null;
  return remembered.request.view?.name ?? null;
}

/** The tables that have most of the file's columns. */
function tablesOf({ columns }: ReadTable, stated: Resource | null): readonly [Resource, ...Resource[]] {
  if (stated !== null) return [stated];
  const fits = RESOURCES.map((resource) => {
    const known = new Set(exportColumns(resource));
    return { resource, fit: columns.filter((name) => known.has(name)).length };
  });
  const best = Math.max(...fits.map(({ fit }) => fit));
  const [first, ...others] = fits.filter(({ fit }) => fit === best).map(({ resource }) => resource);
  if (first === undefined || best === 0)
    throw invalidInput("None of this file's columns is one of Stockdeck's, so there is nothing to compare.");
  return [first, ...others];
}

/** What is said where a file is not what it says that it is. */
function doubtsOf({ rows, sha256 }: z.infer<typeof headerSchema>, read: ReadTable): readonly string[] {
  if (rows !== null && rows !== read.rows)
    return [
      `When it was exported, the file had ${rows.toLocaleString(currentLocale())} rows; it has ${read.rows.toLocaleString(currentLocale())} now. Rows that it lacks count as added.`,
    ];
  if (sha256 !== undefined && sha256 !== read.sha256)
    return ["The file was changed after Stockdeck wrote it: its SHA-256 is not that of its manifest."];
  return [];
}
