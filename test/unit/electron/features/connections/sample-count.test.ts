import { describe, expect, it } from "vitest";
import {
  SAMPLE_SEED,
  sampleHistory,
} from "../../../../../electron/features/connections/sample-connection.ts";
import { sampleCount } from "../../../../../electron/features/connections/sample-count.ts";
import { makeCompany } from "../../../../../electron/sample-service/company.ts";
import { formatInstant } from "../../../../../shared/base/time/instant.ts";
import {
  reconcile,
  isOpenDifference,
  type ItemState,
} from "../../../../../shared/features/counts/reconcile.ts";

const HOUR = 3_600_000;
/** A Monday. */
const MONDAY = new Date(2026, 10, 2).getTime();

describe("sampleCount()", () => {
  it.each([
    ["on a Monday at five", 5],
    ["on a Monday at noon", 12],
    ["on a Wednesday at night", 2 * 24 + 1],
    ["on a Saturday evening", 5 * 24 + 21],
    ["on a Sunday at noon", 6 * 24 + 12],
  ])("the sample company's count, generated %s, has every kind of difference", (_when, hours) => {
    const now = MONDAY + hours * HOUR;
    const company = makeCompany({ items: 5_000, seed: 1, now: () => now });
    const history = sampleHistory(company, SAMPLE_SEED, now);
    const prepared = sampleCount(company, history);
    if (!prepared) throw new Error("There is no count.");
    const { count, rows, scans } = prepared;
    const states = new Map(
      [...company.items.all()].map((item): [string, ItemState] => [
        item.id,
        {
          item: {
            id: item.id,
            name: item.name,
            typeId: item.materialTypeId ?? null,
            locationId: item.locationId ?? null,
            status: item.status ?? null,
            length: item.remainingLength ?? null,
            weight: item.weight ?? null,
          },
          isGone: false,
          changes: history.changes.slice(count.changeNumber).flatMap(({ before, after, observation }) =>
            after["id"] === item.id
              ? [
                  {
                    type: "inventory.item.updated" as const,
                    fields: Object.keys(after).filter((field) => before?.[field] !== after[field]),
                    after: null,
                    before: formatInstant(observation.before),
                  },
                ]
              : [],
          ),
        },
      ]),
    );
    const { place, tolerance } = count;
    const findings = reconcile({ expected: rows, scans, states, place, tolerance });
    const kinds = new Set(findings.filter(isOpenDifference).map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(
      ["archived", "checkedOut", "elsewhere", "missing", "present", "unexpected", "unknown"].toSorted(),
    );
    expect(findings.some(({ explained }) => explained !== null)).toBe(true);
    expect(findings.some(({ scans: times }) => times > 1)).toBe(true);
  });
});
