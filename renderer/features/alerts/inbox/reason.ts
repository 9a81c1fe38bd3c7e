import type { Alert, AlertDetail } from "../../../../shared/features/alerts/alerts.ts";
import { unitOf, type Units } from "../../../../shared/inventory/units.ts";
import { assertNever } from "../../../../shared/base/errors.ts";
import { formatCount, formatDateTime, formatNumber, plural } from "../../../base/format.ts";
import { measureLabel } from "../messages.ts";
import { describeFields, type FieldChange, type NameOf, summarise } from "../../../table/changes/messages.ts";
import { besideUnit } from "../../../table/units/in-units.ts";
import { adviseOn } from "../../../ui/error-advice.ts";

/** The names and units that a reason's text needs. */
export interface ReasonContext {
  readonly nameOf: NameOf;
  readonly units: Units;
}

type Detail<Kind extends AlertDetail["kind"]> = Extract<AlertDetail, { readonly kind: Kind }>;

/** The title of an alert: its subject in a few words. */
export function titleOf({ kind, subjectName, subjectId, ruleName }: Alert): string {
  if (subjectName !== "") return subjectName;
  if (kind === "stale") return "Stale data";
  return kind === "key" ? "The API key" : subjectId || ruleName;
}

/** Why an alert fired, in one line. */
export function reasonOf(alert: Alert, context: ReasonContext): string {
  const { detail } = alert;
  switch (detail.kind) {
    case "changed":
      return changedText(alert, detail, context);
    case "amount":
      return amountText(alert, detail);
    case "out":
      return outText(detail);
    case "stock":
      return stockText(alert, detail, context.units);
    case "stale":
      return detail.since === null
        ? "No refresh has been complete yet"
        : `The last complete refresh was ${formatDateTime(detail.since)}`;
    case "key":
      return adviseOn({ kind: detail.error, message: "" }).title;
    case "count":
      return COUNTED[detail.reason](formatCount(detail.count));
    default:
      return assertNever(detail, "unknown detail of an alert");
  }
}

const COUNTED: Readonly<Record<Detail<"count">["reason"], (count: string) => string>> = {
  began: (count) => `${count} matched when the rule began`,
  full: (count) => `${count} matched after a refresh of everything`,
  gap: (count) => `${count} matched; the changes in between are too many, or no longer kept`,
};

/** The changed fields with their old and new values; none if no record changed. */
export function fieldChanges(
  { resource, firedAt, since, detail }: Alert,
  nameOf: NameOf,
): readonly FieldChange[] {
  if (detail.kind !== "changed" || resource === null) return [];
  return describeFields({ resource, fields: detail.fields, observedBefore: firedAt ?? since }, nameOf);
}

function changedText(alert: Alert, { presence }: Detail<"changed">, { nameOf }: ReasonContext): string {
  const fields = summarise(fieldChanges(alert, nameOf));
  const returned =
    presence === null
      ? ""
      : presence === "gone"
        ? "No longer returned by the service"
        : "Returned again by the service";
  return [returned, fields].filter((part) => part !== "").join("; ") || "Only time passed";
}

function amountText({ resource }: Alert, detail: Detail<"amount">): string {
  const { measure, direction, before, now, threshold } = detail;
  const what = measure === "count" ? "Rows" : measureLabel(resource, measure.sum);
  const from = before === null ? "" : `${formatNumber(before)} → `;
  return `${what} ${from}${formatNumber(now)}, ${direction} ${formatNumber(threshold)}`;
}

function outText({ days, limit, why }: Detail<"out">): string {
  const whose = why.for === "type" ? "this type" : "all types";
  const than = why.kind === "fixed" ? `the limit for ${whose} is` : `usual for ${whose} is up to`;
  return `Out for ${plural(Math.floor(days), "day")}; ${than} ${formatNumber(limit)}`;
}

function stockText(
  { subjectId }: Alert,
  { available, below, measure }: Detail<"stock">,
  units: Units,
): string {
  const amount = (value: number): string =>
    measure === "items"
      ? plural(value, "item")
      : besideUnit(formatNumber(value), unitOf(units, measure, subjectId) ?? `(${measure})`);
  const now = available === null ? "Unknown how much is available" : `${amount(available)} available`;
  return `${now}; low below ${amount(below)}`;
}
