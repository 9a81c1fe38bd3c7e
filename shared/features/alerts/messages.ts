import { sentences, texts } from "../../base/text/texts.ts";

export const ALERT_LIMITS = sentences("alerts.limits", {
  tooMany: "A connection can have {most} rules.",
});

/** The words of the kinds of rules: their names, their hints, and their conditions as sentences without a full stop. */
export const WATCHES = {
  view: texts("alerts.watches.view", {
    label: "Rows that enter or leave a view",
    deleted: "a deleted view",
    enters:
      "{resource, select, items {An item} types {A material type} locations {A location} other {A row}} enters “{view}”",
    leaves:
      "{resource, select, items {An item} types {A material type} locations {A location} other {A row}} leaves “{view}”",
  }),
  amount: texts("alerts.watches.amount", {
    label: "The count or a sum of a view",
    countAbove:
      "The number of {resource, select, items {items} types {material types} locations {locations} other {rows}} in “{view}” is above {threshold}",
    countBelow:
      "The number of {resource, select, items {items} types {material types} locations {locations} other {rows}} in “{view}” is below {threshold}",
    sumAbove: "The sum of “{field}” in “{view}” is above {threshold}",
    sumBelow: "The sum of “{field}” in “{view}” is below {threshold}",
    until: "{condition}, until {clearAt}",
    inCurrency: "{field} ({currency})",
  }),
  outLonger: texts("alerts.watches.outLonger", {
    label: "Items out longer than usual",
    sentence: "An item is out longer than usual",
    hint: "“Usual” is what the Checked out screen says, with your own limits.",
  }),
  low: texts("alerts.watches.low", {
    label: "Low stock",
    any: "A material type is low",
    one: "“{name}” is low",
    hint: "A type is low while less is available than its low-stock threshold.",
  }),
  record: texts("alerts.watches.record", { label: "One record", sentence: "“{name}” changes" }),
  stale: texts("alerts.watches.stale", {
    label: "Stale data",
    sentence: "No refresh succeeds for {hours, plural, one {# hour} other {# hours}}",
    notice: "No refresh has succeeded for {hours, plural, one {# hour} other {# hours}}.",
  }),
  key: texts("alerts.watches.key", {
    label: "The API key",
    sentence: "The API key stops working",
    notice: "The API key no longer works. Stockdeck cannot refresh.",
    hint: "Fires when the service refuses the key, or the keychain no longer gives it.",
  }),
  mail: texts("alerts.watches.mail", {
    label: "Mail that was not sent",
    title: "Mail",
    sentence: "A message is not sent",
    notice:
      "A message was not sent, or may not have been. Settings, Scheduled exports or Digest of alerts, says why.",
    hint: "Fires when the last message of a schedule, the digest or the overview could not be made, was refused, was given up after three tries, or may not have been sent. A rule of the team is about the mail of its collector.",
  }),
};

/** The reasons of alerts. */
export const REASONS = texts("alerts.reasons", {
  gone: "No longer returned by the service",
  back: "Returned again by the service",
  returnedAndChanged: "{returned}; {changes}",
  time: "Only time passed",
  rows: "Rows",
  above: "{measure} {now}, above {threshold}",
  below: "{measure} {now}, below {threshold}",
  aboveFrom: "{measure} {before} → {now}, above {threshold}",
  belowFrom: "{measure} {before} → {now}, below {threshold}",
  limitForType: "Out for {days, plural, one {# day} other {# days}}; the limit for this type is {limit}",
  limitForAll: "Out for {days, plural, one {# day} other {# days}}; the limit for all types is {limit}",
  usualForType: "Out for {days, plural, one {# day} other {# days}}; usual for this type is up to {limit}",
  usualForAll: "Out for {days, plural, one {# day} other {# days}}; usual for all types is up to {limit}",
  items: "{count, plural, one {# item} other {# items}}",
  /** Text after a number that has no unit. */
  noUnit: "({measure, select, length {length} other {weight}})",
  available: "{amount} available; low below {below}",
  unknownAvailable: "Unknown how much is available; low below {below}",
  neverComplete: "No refresh has been complete yet",
  lastComplete: "The last complete refresh was {moment}",
  unsent:
    "{unsent, plural, one {# message} other {# messages}} not sent. See Scheduled exports, Digest of alerts and Overview by mail in Settings; for a rule of the team, the collector’s log",
  began: "{count, number} matched when the rule began",
  full: "{count, number} matched after a refresh of everything",
  gap: "{count, number} matched; the changes in between are too many, or no longer kept",
});
