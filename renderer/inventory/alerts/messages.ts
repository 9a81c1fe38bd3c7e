import type { Watch } from "../../../shared/domain/alerts.ts";
import { findField } from "../../../shared/domain/fields.ts";
import { assertNever } from "../../../shared/text/assert-never.ts";
import type { SavedView } from "../../../shared/views/views.ts";
import { formatNumber, plural } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../labels/labels.ts";

type KnownView = Pick<SavedView, "id" | "name" | "resource">;

export const DELETED_VIEW = "a deleted view";

/** What a rule watches, in one sentence. @param nameOf gives the name of a record, or its id. */
export function watchSentence(
  watch: Watch,
  views: readonly KnownView[],
  nameOf: (id: string) => string,
): string {
  const viewName = (id: string): string => {
    const view = views.find((saved) => saved.id === id);
    return view ? `“${view.name}”` : DELETED_VIEW;
  };
  switch (watch.kind) {
    case "view":
      return watch.event === "enters"
        ? `A record enters ${viewName(watch.viewId)}`
        : `A record leaves ${viewName(watch.viewId)}`;
    case "amount": {
      const { viewId, measure, direction, threshold, clearAt } = watch;
      const view = views.find(({ id }) => id === viewId);
      const label = measure === "count" ? "rows" : fieldLabel(view, measure.sum);
      const what =
        measure === "count"
          ? `The number of rows in ${viewName(viewId)}`
          : `The sum of ${label} in ${viewName(viewId)}`;
      const ends = clearAt === null ? "" : `, until ${formatNumber(clearAt)}`;
      return `${what} is ${direction} ${formatNumber(threshold)}${ends}`;
    }
    case "outLonger":
      return "An item is out longer than usual";
    case "low":
      return watch.typeId === null
        ? "A material type is below its low-stock threshold"
        : `${nameOf(watch.typeId)} is below its low-stock threshold`;
    case "record":
      return `The ${RESOURCE_LABELS[watch.resource].one} ${nameOf(watch.id)} changes`;
    case "stale":
      return `The data are older than ${plural(watch.hours, "hour")}`;
    case "key":
      return "The API key stops working";
    default:
      return assertNever(watch, "unknown kind of rule");
  }
}

function fieldLabel(view: KnownView | undefined, field: string): string {
  return (view && findField(view.resource, field)?.label) ?? field;
}

export const KIND_LABELS: Readonly<Record<Watch["kind"], string>> = {
  view: "Records enter or leave a view",
  amount: "The count or sum of a view",
  outLonger: "Items out longer than usual",
  low: "Material types that are low",
  record: "One record",
  stale: "The age of the data",
  key: "The API key",
};

export const RULE = {
  newTitle: "New alert rule",
  editTitle: "Alert rule",
  name: "Name",
  watch: "Watch",
  view: "View",
  noViews: "Save a view in a table first.",
  event: "Alert when a record",
  enters: "Enters",
  leaves: "Leaves",
  measure: "Measure",
  count: "Number of rows",
  direction: "Alert when it is",
  above: "Above",
  below: "Below",
  threshold: "Threshold",
  clearAt: "Ends at",
  clearHint: "Leave it empty to end at the threshold. Another number keeps an alert from coming and going.",
  type: "Material type",
  anyType: "Any with a threshold",
  record: "Record",
  hours: "Hours",
  after: "Refreshes before it fires",
  afterHint: "The condition has to hold for so many refreshes in a row.",
  notify: "Show a system notification",
  notifyHint: "Only where Settings → Alerts allows notifications.",
  cancel: "Cancel",
  save: "Save",
};
export const ruleSaved = (name: string): string => `Alert rule “${name}” saved`;
export const sumOf = (label: string): string => `Sum of ${label}`;
export const alertAboutView = (view: string): string => `“${view}”`;
export const alertAboutRecord = (name: string): string => `${name} changes`;
export const unreadAlerts = (unread: number): string => `, ${plural(unread, "unread alert")}`;
