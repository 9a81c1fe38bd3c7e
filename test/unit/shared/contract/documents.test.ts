import { expect, it } from "vitest";
import { DOCUMENT_CALLS } from "../../../../shared/contract/documents.ts";
import { savedRecords } from "../../../helpers/saved-records.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const RULE = { name: "Low", paused: false, notify: true, watch: { kind: "low", typeId: null } };
const VIEW = {
  resource: "items",
  name: "Films",
  definition: { version: 1, minor: 0, search: "", filters: [], sort: [] },
};

it.each([
  ["alertRules", RULE],
  ["views", VIEW],
] as const)("a record of %s is saved only with an id that the page's lists accept", (document, record) => {
  const isAccepted = (id: string): boolean =>
    DOCUMENT_CALLS.saveRecords.input.safeParse(savedRecords("p", document, { [id]: record })).success;
  expect([ID, "", "all", "../elsewhere"].map(isAccepted)).toEqual([true, false, false, false]);
});
