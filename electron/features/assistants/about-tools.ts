import { z } from "zod";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { connectionName, pageShape } from "./row-tools.ts";
import { defineTool } from "./tool.ts";

const VIEWS = defineTool({
  name: "views",
  title: "List views",
  description:
    "Lists the saved views: filters that users named. Give a view's name to search_records or breakdown to read its rows.",
  input: z.strictObject({ connection: connectionName, resource: z.enum(RESOURCES).optional(), ...pageShape }),
  run: async (question, { resource, offset, limit }) => {
    const resources = resource === undefined ? RESOURCES : [resource];
    const views = resources.flatMap((of) =>
      question.connection.views(of).map((view) => ({ resource: of, ...view })),
    );
    const shown = views.slice(offset, offset + limit);
    const words = await Promise.all(shown.map((view) => question.describe(view.resource, view.query)));
    return {
      filter: [resource === undefined ? "Views of all tables" : `Views of ${resource}`],
      total: views.length,
      data: shown.map(({ resource: of, name, isBuiltIn }, at) => ({
        resource: of,
        name,
        isBuiltIn,
        filter: words[at],
      })),
    };
  },
});

const STATUS = defineTool({
  name: "status",
  title: "Connections and their age",
  description:
    "Names the connections that can be read, how old each copy is, its number of records, the units of its numbers, and since when changes were observed. Ask for it first.",
  input: z.strictObject({ connection: connectionName }),
  run: async ({ access, connection, reader }) => {
    const { facts, totals, hidden } = await reader.describeCopy();
    return {
      filter: ["The state of the local copy"],
      total: 1,
      data: {
        connections: access.connections.map(({ name }) => name),
        connection: connection.name,
        isComplete: facts.firstPullComplete,
        lastRefresh: facts.lastPassAt,
        lastFullCheck: facts.lastFullCheckAt,
        changesObservedSince: facts.observedSince,
        records: totals,
        noLongerReturnedByTheService: hidden,
        units: facts.units ?? "The user has not confirmed any units.",
        holderNames: access.withholdsNames ? "withheld by the user" : "included",
      },
    };
  },
});

export const ABOUT_TOOLS = [VIEWS, STATUS] as const;
