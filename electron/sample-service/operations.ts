import type { Resource } from "../../shared/inventory/resource-names.ts";
import { notFound, success, type Answer } from "./answers.ts";
import type { SampleCompany } from "./company.ts";
import type { Faults } from "./fault-settings.ts";
import { parseListQuery } from "./list-query.ts";
import type { Pager } from "./pages.ts";

/** The parts of an accepted request that an operation needs. */
export interface Call {
  readonly company: SampleCompany;
  readonly requestId: string;
  readonly query: URLSearchParams;
  readonly faults: Faults;
  readonly now: number;
  readonly pager: Pager;
  /** The path parameter, decoded; "" for a list. */
  readonly id: string;
}

/** One of the six operations of specification 4. */
export type Operation = (call: Call) => Answer;

const NOUNS = { items: "item", types: "material type", locations: "location" } as const;

/** `listItems`, `listMaterialTypes` or `listLocations`. */
export const listOperation =
  (resource: Resource): Operation =>
  (call) => {
    const query = parseListQuery(resource, call.query);
    const page = call.pager.page({ company: call.company, query, faults: call.faults, now: call.now });
    const meta = { requestId: call.requestId, hasMore: page.hasMore, nextCursor: page.nextCursor };
    return success({ data: page.data, meta });
  };

/** `getItem`, `getMaterialType` or `getLocation`. */
export const getOperation =
  (resource: Resource): Operation =>
  (call) => {
    const record = call.company[resource].get(call.id);
    if (record === undefined) throw notFound(`There is no such ${NOUNS[resource]} in this company.`);
    return success({ data: record, meta: { requestId: call.requestId, hasMore: false, nextCursor: null } });
  };
