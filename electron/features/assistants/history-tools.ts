import { z } from "zod";
import { invalidInput } from "../../../shared/base/errors.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { parseInstant } from "../../../shared/base/time/instant.ts";
import { changeFilterWords } from "../../../shared/inventory/change-filter-words.ts";
import { limitsOf } from "../../../shared/features/custody/out-limits.ts";
import { lateFilter } from "../../../shared/features/custody/late-filter.ts";
import { changeFilterSchema, type ListedChange } from "../../../shared/inventory/changes.ts";
import { specifiedField } from "../../../shared/inventory/fields.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { runTask } from "../../store/database/worker-rpc.ts";
import { READ_ALERTS } from "../alerts/public.ts";
import { READ_USUAL_TIMES } from "../custody/public.ts";
import { listedRow } from "./answers.ts";
import { NAME_VALUES, type NamedValue } from "./assistant-tasks.ts";
import { connectionName, pageShape } from "./row-tools.ts";
import { defineTool, type Question } from "./tool.ts";

const { types, resource, id, search, locations, holders, since, until } = changeFilterSchema.shape;

const CHANGES = defineTool({
  name: "changes",
  title: "List changes",
  description:
    "Lists observed changes of records, the newest first, with old and new values. A change happened between observedAfter and observedBefore; occurredAt is the service's own time, if it gives one.",
  input: z.strictObject({
    connection: connectionName,
    types: types.describe("Only changes of these types"),
    resource,
    id: id.describe("Only changes of the record with this id"),
    search: search.describe("Text in the record's name or id"),
    locations: locations.describe("Ids of locations: only changes at, from or to them"),
    holders: holders.describe(
      "Ids of holders: only changes by which one of them has, gets or returns something",
    ),
    since: since.describe("ISO 8601 date-time: observed at or after it"),
    until: until.describe("ISO 8601 date-time: observed before it"),
    ...pageShape,
  }),
  run: async (question, { connection: _connection, offset, limit, ...filter }) => {
    for (const moment of [filter.since, filter.until])
      if (moment !== undefined && parseInstant(moment) === null)
        throw invalidInput("since and until take ISO 8601 date-times, such as 2026-11-01T00:00:00Z.");
    const { changes, total } = await question.reader.changes(filter, offset, limit);
    return {
      filter: changeFilterWords(filter, () => null),
      total,
      data: await namedChanges(question, changes),
    };
  },
});

/** Makes a list of changes, with the names of the references in their values. */
async function namedChanges(
  question: Question,
  changes: readonly ListedChange[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const values = changes.flatMap(({ resource: of, fields }) =>
    Object.entries(fields).flatMap(([field, { old, new: next }]) =>
      [old, next].flatMap((value): NamedValue[] =>
        typeof value === "string" && specifiedField(of, field)?.references
          ? [{ resource: of, field, id: value }]
          : [],
      ),
    ),
  );
  const names = await runTask(question.reader, NAME_VALUES, values);
  const known = new Map(values.map(({ field, id: value }, at) => [`${field} ${value}`, names[at] ?? null]));
  const named = (field: string, value: unknown): string | null =>
    typeof value === "string" ? (known.get(`${field} ${value}`) ?? null) : null;
  return changes.map(({ fields, type, id, resource, name, observedAfter, observedBefore, occurredAt }) => ({
    ...listedRow({ type, id, resource, name, observedAfter, observedBefore, occurredAt }),
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, { old, new: next }]) => [
        field,
        {
          ...listedRow({ old, oldName: named(field, old) }),
          ...listedRow({ new: next, newName: named(field, next) }),
        },
      ]),
    ),
  }));
}

/** The fields by which custody is grouped. */
const CUSTODY_FIELDS = {
  holder: "checkedOutToUserId",
  type: "materialTypeId",
  location: "locationId",
} as const;

const CUSTODY = defineTool({
  name: "custody",
  title: "Who has what",
  description:
    'Counts the checked-out items of each holder, material type or location, with the earliest check-out and the number of items that are out longer than usual. For the items themselves use search_records with the filter {"field": "checkedOutToUserId", "op": "is", "value": ID}.',
  input: z.strictObject({
    connection: connectionName,
    by: z.enum(["holder", "type", "location"]).default("holder"),
    ...pageShape,
  }),
  run: async (question, { by, offset, limit }) => {
    const { reader, now, connection } = question;
    const limits = limitsOf(await runTask(reader, READ_USUAL_TIMES, undefined), connection.outLimits());
    const late = lateFilter(limits);
    const field = CUSTODY_FIELDS[by];
    const query = {
      version: 1,
      filter: { all: [{ field: "status", op: "is", value: "checked_out" }] },
    } as const;
    const { groups, more } = await reader.breakdown(
      "items",
      query,
      {
        by: { field },
        parts: [{ all: [] }, late ? compileFilter(late, localDay(new Date(now))) : { any: [] }],
        fields: ["checkedOutAt"],
      },
      now,
    );
    return {
      filter: await question.describeGroups("items", query, { field }),
      total: groups.length + more,
      data: groups.slice(offset, offset + limit).map(({ value, name, parts: [all, longer] }) => {
        const earliest = all?.totals["checkedOutAt"]?.[0]?.min;
        return listedRow({
          id: value ?? "(none)",
          name,
          items: all?.rows ?? 0,
          outLongerThanUsual: late ? (longer?.rows ?? 0) : null,
          earliestCheckOut: earliest === undefined ? null : new Date(earliest).toISOString(),
        });
      }),
    };
  },
});

const ALERTS = defineTool({
  name: "alerts",
  title: "List alerts",
  description:
    "Lists the alerts of the user's rules, the latest first: what fired, for which record, since when, and whether it is acknowledged or snoozed.",
  input: z.strictObject({
    connection: connectionName,
    state: z.enum(["active", "all"]).default("active").describe("all includes alerts that have ended"),
    ...pageShape,
  }),
  run: async (question, { state, offset, limit }) => {
    const rules = question.connection.alertRules();
    const input = { filter: state, offset, limit, rules };
    const { alerts, total } = await runTask(question.reader, READ_ALERTS, input);
    return {
      filter: [state === "active" ? "Alerts that have not ended" : "All alerts that are kept"],
      total,
      data: alerts.map(({ id: _id, ruleId: _ruleId, readAt: _readAt, ...alert }) => listedRow(alert)),
    };
  },
});

export const HISTORY_TOOLS = [CHANGES, CUSTODY, ALERTS] as const;
