import type { z } from "zod";
import { invalidInput } from "../../../shared/base/errors.ts";
import { isToCome } from "../../../shared/query/past-moments.ts";
import { findField, OWN_FIELDS } from "../../../shared/inventory/fields.ts";
import type { DateStep } from "../../../shared/base/time/date-steps.ts";
import { describeLevel } from "../../../shared/query/describe-query.ts";
import { checkQuery, parseQuery, type Query } from "../../../shared/query/query.ts";
import { names } from "../../../shared/query/filter-names.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { sameName } from "../../../shared/base/text/unique-name.ts";
import type { Clock } from "../../base/clock.ts";
import { rebuildPast } from "../../index/rebuild-past.ts";
import type { InventoryStore } from "../../index/inventory-store.ts";
import type { Answer } from "./answers.ts";
import type { AssistantAccess, AssistantConnection } from "./assistant-access.ts";

type Reader = InventoryStore["reader"];

/** The content of an answer. The server adds the connection and its age. */
export type Content = Pick<Answer, "filter" | "total" | "data">;

/** One tool of the server, which only reads. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Tells a model when to use the tool, and how. */
  readonly description: string;
  readonly input: z.ZodType;
  /** Answers a question. @throws AppFailure, QueryError. */
  run(question: Question, input: unknown): Promise<Content>;
}

/** Makes a tool. Its function gets the input with the type of the schema. */
export function defineTool<Input extends z.ZodType>(
  tool: Omit<Tool, "input" | "run"> & {
    readonly input: Input;
    run(question: Question, input: z.infer<Input>): Promise<Content>;
  },
): Tool {
  return { ...tool, run: (question, input) => tool.run(question, input as z.infer<Input>) };
}

/** The parts of a query as assistants write them. */
interface AskedRows {
  readonly resource: Resource;
  readonly view?: string | undefined;
  readonly search?: string | undefined;
  readonly filter?: unknown;
  readonly sort?: Query["sort"];
  readonly asOf?: string | undefined;
}

/** A number in a form in which models write numbers. */
export const NUMBER = /^\s*-?\d{1,15}(\.\d+)?\s*$/;

/**
 * Rewrites a filter in the form that `parseQuery` accepts. Models write numbers as texts, and null or "" as the value
 * of `empty`. Anything that is not a filter is left unchanged, so that `parseQuery` names the mistake.
 */
function tidiedFilter(resource: Resource, filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map((part) => tidiedFilter(resource, part));
  if (typeof filter !== "object" || filter === null) return filter;
  const { op, value, ...condition } = filter as Readonly<Record<string, unknown>>;
  if (op === undefined)
    return Object.fromEntries(
      Object.entries(filter).map(([name, part]) => [name, tidiedFilter(resource, part)]),
    );
  if ((op === "empty" || op === "notEmpty") && (value === null || value === "")) return { ...condition, op };
  const isNumber = findField(resource, String(condition["field"]))?.kind === "number";
  const plain = (part: unknown): unknown =>
    isNumber && typeof part === "string" && NUMBER.test(part) ? Number(part) : part;
  const given = Array.isArray(value) ? value.map(plain) : plain(value);
  return { ...condition, op, ...(given === undefined ? {} : { value: given }) };
}

/** One call of a tool: the data that it may read, and the copy from which it reads. */
export class Question {
  readonly access: AssistantAccess;
  readonly connection: AssistantConnection;
  readonly reader: Reader;
  /** The current time, ms since the epoch. */
  readonly now: number;

  readonly #clock: Clock;

  constructor(access: AssistantAccess, connection: AssistantConnection, reader: Reader, clock: Clock) {
    this.access = access;
    this.connection = connection;
    this.reader = reader;
    this.now = clock.now();
    this.#clock = clock;
  }

  /**
   * Makes the query for a view's rows that pass a search and a filter. For a past moment, the rows are rebuilt.
   * @throws AppFailure `invalid_input` for an unknown view, a future moment or a column that users write;
   *   `not_observed`; QueryError.
   */
  async query({ resource, view: name, search, filter, sort, asOf }: AskedRows): Promise<Query> {
    const view = name === undefined ? undefined : this.#view(resource, name, asOf).query;
    if (view?.search !== undefined && search !== undefined)
      throw invalidInput("The view has a search text of its own. Leave out the search or the view.");
    const own = parseQuery(resource, {
      version: 1,
      ...(search === undefined ? {} : { search }),
      ...(filter === undefined ? {} : { filter: tidiedFilter(resource, filter) }),
      ...(sort === undefined ? {} : { sort }),
      ...(asOf === undefined ? {} : { asOf }),
    });
    const filters = [view?.filter, own.filter].flatMap((part) => part ?? []);
    const query = checkQuery(resource, {
      ...view,
      ...own,
      ...(filters.length === 2 ? { filter: { all: filters } } : {}),
    });
    const withheld = OWN_FIELDS[resource].find(
      (name) =>
        (query.filter && names(query.filter, name)) || query.sort?.some(({ field }) => field === name),
    );
    if (withheld !== undefined)
      throw invalidInput(`Assistants cannot read the field ${withheld}, and so no view that uses it.`);
    if (query.asOf === undefined) return query;
    if (isToCome(query.asOf, this.now))
      throw invalidInput("This moment has not come yet. Leave out asOf for the rows of now.");
    await rebuildPast(this.reader, query.asOf, this.#clock);
    return query;
  }

  /** A query in words. */
  describe(resource: Resource, query: Query): Promise<readonly string[]> {
    return this.reader.describe(resource, query);
  }

  /**
   * The groups of a query in words. The last sentence is left out: it describes the order of rows, which groups do not
   * have.
   */
  async describeGroups(
    resource: Resource,
    query: Query,
    by: { readonly field: string; readonly step?: DateStep | undefined } | undefined,
  ): Promise<readonly string[]> {
    const words = (await this.describe(resource, query)).slice(0, -1);
    if (!by) return words;
    return [...words, `Grouped by ${describeLevel(resource, by)} (most rows first)`];
  }

  #view(resource: Resource, name: string, asOf: string | undefined) {
    const views = this.connection.views(resource, asOf);
    const found = views.find((view) => sameName(view.name, name));
    if (found) return found;
    const known = views.map((view) => `“${view.name}”`).join(", ");
    throw invalidInput(`There is no such view of ${resource}. There are ${known}.`);
  }
}
