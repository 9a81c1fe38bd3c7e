import { useQueries } from "@tanstack/react-query";
import { leavesOf, type ChipFilter } from "../../../shared/query/field-filter.ts";
import type { MarkedText } from "../../../shared/base/text/texts.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { valueLabel } from "../../inventory/labels/messages.ts";
import { nameIn, useNames } from "../../inventory/names/name-queries.ts";
import { recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import { unitOfField } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { describeChip } from "./messages.ts";

/** The description of a chip, with names for all ids in it. */
export function useFilterDescription(resource: Resource, filter: ChipFilter): MarkedText {
  const api = useConnectionApi();
  const nameBook = useNames();
  const units = useUnits();
  const references = leavesOf(filter).flatMap((leaf) => {
    const target = findField(resource, leaf.field)?.references;
    if (leaf.kind !== "choice" || !target || target === "names") return [];
    return leaf.values.map((id) => ({ key: `${leaf.field} ${id}`, target, id }));
  });
  const records = useQueries({
    queries: references.map(({ target, id }) => recordQuery(api, target, id)),
  });
  const names = new Map(references.map(({ key, id }, at) => [key, recordName(id, records[at]?.data)]));
  return describeChip(filter, {
    labelOf: (field) => findField(resource, field)?.label ?? field,
    nameOf: (field, value) => {
      const called = findField(resource, field)?.references === "names" ? nameIn(nameBook, value) : null;
      return called ?? names.get(`${field} ${value}`) ?? valueLabel(field, value);
    },
    unitOf: (field) => unitOfField(units, findField(resource, field)),
  });
}
