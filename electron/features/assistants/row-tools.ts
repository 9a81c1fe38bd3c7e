import { z } from "zod";
import { AppFailure, invalidInput } from "../../../shared/base/errors.ts";
import { DATE_STEPS } from "../../../shared/base/time/date-steps.ts";
import { LAST_DATE_MS } from "../../../shared/base/time/instant.ts";
import { findField, QUERY_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { idSchema } from "../../../shared/inventory/resources.ts";
import { OPERATORS } from "../../../shared/query/query.ts";
import type { Total } from "../../../shared/query/totals.ts";
import { listedRow, MAX_ROWS } from "./answers.ts";
import { defineTool } from "./tool.ts";

/** The parameter with the name of a connection. Every tool has it. */
export const connectionName = z
  .string()
  .max(500)
  .optional()
  .describe("Name of the connection, as the tool status lists it. Leave it out for the first one.");

/** The parameters of a page of rows. */
export const pageShape = {
  offset: z.int().min(0).max(10_000_000).default(0).describe("Rows to skip"),
  limit: z.int().min(1).max(MAX_ROWS).default(25).describe("Rows to return, at most 100"),
} as const;

const resource = z.enum(RESOURCES);
const fieldName = z.string().min(1).max(200);

/** The parameters that choose rows. */
const rowsShape = {
  connection: connectionName,
  resource,
  view: z.string().max(200).optional().describe("Name of a view, as the tool views lists it"),
  search: z
    .string()
    .max(500)
    .optional()
    .describe("Words to find in any text of a row, ignoring case and accents"),
  // A model sees a plain object instead of a recursive schema; `parseQuery` checks it.
  filter: z
    .looseObject({})
    .optional()
    .describe(
      'One condition {"field", "op", "value"}, or {"all": [...]}, {"any": [...]}, {"not": ...} of conditions',
    ),
  asOf: z.string().max(64).optional().describe("ISO 8601 date-time: rows as they were at that moment"),
} as const;

/** The fields that assistants may read: all of them but the columns that users write. */
const readableFields = (of: Resource): readonly Field[] =>
  QUERY_FIELDS[of].filter(({ computed }) => computed?.isOwn !== true);

/** Describes the fields and operators once, so that a model need not ask for them. */
function filterHelp(): string {
  const fields = RESOURCES.map(
    (name) =>
      `${name}: ${readableFields(name)
        .map((field) => `${field.name} (${field.kind})`)
        .join(", ")}`,
  );
  const operators = Object.entries(OPERATORS).map(([kind, list]) => `${kind}: ${list.join(", ")}`);
  return [
    `Fields. ${fields.join("; ")}.`,
    `Operators. ${operators.join("; ")}.`,
    'olderThan and withinLast take ISO 8601 durations such as "P7D"; between takes a list of two; in and notIn take lists; empty and notEmpty take no value.',
    "References such as locationId take ids; rows also have the names (locationName, materialTypeName).",
  ].join("\n");
}

const SEARCH_RECORDS = defineTool({
  name: "search_records",
  title: "Search records",
  description: `Finds items, material types or locations by a view, words or a filter, and returns their rows. Numbers have the units that the tool status names. Empty fields are left out.\n${filterHelp()}`,
  input: z.strictObject({
    ...rowsShape,
    sort: z
      .array(z.strictObject({ field: fieldName, direction: z.enum(["asc", "desc"]) }))
      .max(8)
      .optional()
      .describe("Order of the rows; by name unless given"),
    fields: z.array(fieldName).min(1).max(100).optional().describe("Fields to return besides id and name"),
    ...pageShape,
  }),
  run: async (question, { fields, offset, limit, ...asked }) => {
    const query = await question.query(asked);
    requireFields(asked.resource, fields);
    const page = await question.reader.window(asked.resource, query, offset, limit, question.now);
    const total = page.total ?? (await question.reader.count(asked.resource, query, question.now)).total;
    return {
      filter: await question.describe(asked.resource, query),
      total,
      data: page.rows.map((row) => listedRow(chosen(row, fields))),
    };
  },
});

/** Refuses unknown fields. @throws AppFailure `invalid_input` for an unknown field. */
function requireFields(of: Resource, fields: readonly string[] = []): void {
  const unknown = fields.find((name) => !readableFields(of).some((field) => field.name === name));
  if (unknown !== undefined)
    throw new AppFailure({ kind: "invalid_input", message: `${of} have no field "${unknown}"` });
}

/** A row's id, name and requested fields, with the names of references. By default it is the whole row. */
function chosen(
  row: Readonly<Record<string, unknown>>,
  fields: readonly string[] | undefined,
): Readonly<Record<string, unknown>> {
  if (!fields) return row;
  const names = ["id", "name", ...fields.flatMap((field) => [field, field.replace(/Id$/, "Name")])];
  return Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
}

const GET_RECORD = defineTool({
  name: "get_record",
  title: "Get one record",
  description:
    "Returns one item, material type or location by its id, with all of its fields and those that this version of Stockdeck does not know.",
  input: z.strictObject({ connection: connectionName, resource, id: idSchema }),
  run: async (question, { resource: of, id }) => {
    const found = await question.reader.record(of, id);
    if (!found) throw new AppFailure({ kind: "not_found", message: `There is no such record in ${of}.` });
    const { row, raw, fetchedAt } = found;
    const unknownFields = Object.fromEntries(
      Object.entries(raw).filter(([name]) => findField(of, name) === undefined),
    );
    return {
      filter: [`Record ${id} of ${of}`],
      total: 1,
      data: { ...row, receivedAt: fetchedAt, unknownFields },
    };
  },
});

const BREAKDOWN = defineTool({
  name: "breakdown",
  title: "Count and add up",
  description:
    "Counts records in groups of one field, such as status, locationId or materialTypeId, and adds up numbers such as remainingLength or value. Without by, all rows are one group. Amounts are per currency. It takes the same view, search and filter as search_records. The groups with the most rows come first.",
  input: z.strictObject({
    ...rowsShape,
    by: z
      .strictObject({ field: fieldName, step: z.enum(DATE_STEPS).optional() })
      .optional()
      .describe("Field of the groups; a date field needs a step"),
    sums: z.array(fieldName).max(8).default([]).describe("Number or date fields to summarise"),
    ...pageShape,
  }),
  run: async (question, { by, sums, offset, limit, ...asked }) => {
    requireFields(asked.resource, [...(by ? [by.field] : []), ...sums]);
    if (by && by.step === undefined && findField(asked.resource, by.field)?.kind === "date")
      throw invalidInput(
        `by.step: ${by.field} is a date, so its groups need a step, one of ${DATE_STEPS.join(", ")}.`,
      );
    const query = await question.query(asked);
    const request = { by: by ?? null, parts: [{ all: [] }], fields: sums };
    const { groups, more } = await question.reader.breakdown(asked.resource, query, request, question.now);
    return {
      filter: await question.describeGroups(asked.resource, query, by),
      total: groups.length + more,
      data: groups.slice(offset, offset + limit).map(({ value, name, parts: [part] }) =>
        listedRow({
          value: by ? (value ?? NO_VALUE) : null,
          name,
          rows: part?.rows ?? 0,
          totals: part && sums.length > 0 ? totalsOf(asked.resource, part.totals) : null,
        }),
      ),
    };
  },
});

/** The name of the group that has the rows without a value. */
const NO_VALUE = "(none)";

/**
 * The totals of a group. For dates they have the bounds as ISO 8601, but no sum, because a sum of dates means nothing.
 */
function totalsOf(
  of: Resource,
  totals: Readonly<Record<string, readonly Total[]>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(totals).map(([name, list]) => [
      name,
      findField(of, name)?.kind === "date"
        ? list.map(({ count, min, max }) => ({ count, earliest: isoOf(min), latest: isoOf(max) }))
        : list.map(({ measuredIn, ...numbers }) => listedRow({ ...numbers, currencyOrUnit: measuredIn })),
    ]),
  );
}

/** Writes ms since the epoch as ISO 8601; null if a date cannot be that early or late. */
function isoOf(milliseconds: number): string | null {
  return Math.abs(milliseconds) <= LAST_DATE_MS ? new Date(milliseconds).toISOString() : null;
}

export const ROW_TOOLS = [SEARCH_RECORDS, GET_RECORD, BREAKDOWN] as const;
