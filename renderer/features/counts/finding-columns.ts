import type { ListedFinding } from "../../../shared/features/counts/count-calls.ts";
import { unitOf, type Units } from "../../../shared/inventory/units.ts";
import { formatNumber } from "../../base/format.ts";
import { valueLabel } from "../../inventory/labels/messages.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { explanationText, RESULT } from "./messages.ts";
import { amountOf, moneyOf, type Section } from "./result-sections.ts";

type Cell = string | number | { readonly amount: number; readonly currency: string } | null;

/** A column of findings: a raw value for the workbook, and a text for the screen. */
export interface FindingColumn {
  readonly key: string;
  readonly heading: string;
  readonly isNumber?: boolean;
  readonly cell: (finding: ListedFinding) => Cell;
  readonly text: (finding: ListedFinding) => string;
}

function moneyColumn(section: Section): FindingColumn {
  return {
    key: "value",
    heading: section === "differences" ? RESULT.valueDifference : RESULT.value,
    isNumber: true,
    cell: (finding) => {
      const value = moneyOf(section, finding);
      return value && { amount: amountOf(value), currency: value.currency };
    },
    text: (finding) => {
      const value = moneyOf(section, finding);
      return value ? formatMoney(amountOf(value), value.currency) : RESULT.nothing;
    },
  };
}

function amountColumn(
  units: Units,
  key: string,
  heading: string,
  quantity: "length" | "weight",
  read: (finding: ListedFinding) => number | null,
): FindingColumn {
  return {
    key,
    heading,
    isNumber: true,
    cell: read,
    text: (finding) => {
      const value = read(finding);
      const unit = unitOf(units, quantity, finding.item?.typeId ?? null) ?? "";
      return value === null ? RESULT.nothing : withUnit(formatNumber(value), unit);
    },
  };
}

function plainColumn(
  key: string,
  heading: string,
  read: (finding: ListedFinding) => string | null,
): FindingColumn {
  return { key, heading, cell: read, text: (finding) => read(finding) ?? RESULT.nothing };
}

const TYPE = plainColumn("type", RESULT.type, ({ typeName, item }) => typeName ?? item?.typeId ?? null);
const LOCATION = plainColumn(
  "location",
  RESULT.location,
  ({ locationName, item }) => locationName ?? item?.locationId ?? null,
);
const STATUS = plainColumn("status", RESULT.status, ({ now: state, isGone }) =>
  isGone ? RESULT.gone : state?.status == null ? null : valueLabel("status", state.status),
);
const SCANNED = plainColumn("scanned", RESULT.scanned, ({ text }) => text);
const SCANS: FindingColumn = {
  key: "scans",
  heading: RESULT.scans,
  isNumber: true,
  cell: ({ scans: times }) => times,
  text: ({ scans: times }) => formatNumber(times),
};

/** The columns for the findings in a part of the result, in order. The column of the item itself is not included. */
export function columnsOf(section: Section, units: Units): readonly FindingColumn[] {
  const money = moneyColumn(section);
  const length = amountColumn(units, "length", RESULT.length, "length", ({ item }) => item?.length ?? null);
  switch (section) {
    case "unknown":
      return [SCANS];
    case "differences":
      return [
        TYPE,
        length,
        amountColumn(units, "measuredLength", RESULT.measuredLength, "length", (finding) => finding.length),
        amountColumn(units, "weight", RESULT.weight, "weight", ({ item }) => item?.weight ?? null),
        amountColumn(units, "measuredWeight", RESULT.measuredWeight, "weight", (finding) => finding.weight),
        money,
      ];
    case "explained":
      return [
        TYPE,
        LOCATION,
        plainColumn(
          "nowAt",
          RESULT.nowAt,
          ({ nowLocationName, now: state }) => nowLocationName ?? state?.locationId ?? null,
        ),
        STATUS,
        plainColumn(
          "explained",
          RESULT.explained,
          ({ explained }) => explained && explanationText(explained),
        ),
        money,
      ];
    case "missing":
      return [TYPE, LOCATION, length, STATUS, money];
    case "present":
      return [TYPE, LOCATION, length, money];
    case "duplicates":
      return [TYPE, LOCATION, SCANS, money];
    default:
      return [TYPE, LOCATION, STATUS, SCANNED, money];
  }
}
