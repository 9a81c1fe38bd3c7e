import { sentences, texts } from "../base/text/texts.ts";

/** Sentences that describe a query, for a file, a print and an assistant. */
export const QUERY = texts("query", {
  search: "Search: {search}",
  asOf: "As of {moment}",
  everything: "everything",
  nothing: "nothing",
  and: "{first} and {second}",
  or: "{first} or {second}",
  group: "({conditions})",
  not: "not {condition}",
  between: "{field} is between {from} and {to}",
  share: "{share} of {field}",
  named: "{name} ({id})",
  more: "{count} more",
});

/** The words for a query without search and filters. */
export const ALL_ROWS = texts("query.all", {
  items: "Every one of the items",
  types: "Every one of the types",
  locations: "Every one of the locations",
});

export const ORDER = texts("query.order", {
  asc: "{field} (ascending)",
  desc: "{field} (descending)",
  sorted: "Sorted by {order}",
  next: "{first}, then {next}",
});

/** The words for a level of an order or of groups. */
export const LEVELS = texts("query.levels", {
  day: "{field} by day",
  week: "{field} by week",
  month: "{field} by month",
  quarter: "{field} by quarter",
  year: "{field} by year",
});

/** The conditions, by operator. */
export const CONDITIONS = texts("query.conditions", {
  is: "{field} is {value}",
  isNot: "{field} is not {value}",
  in: "{field} is one of {value}",
  notIn: "{field} is none of {value}",
  contains: "{field} contains {value}",
  notContains: "{field} does not contain {value}",
  startsWith: "{field} starts with {value}",
  eq: "{field} is {value}",
  ne: "{field} is not {value}",
  lt: "{field} is less than {value}",
  lte: "{field} is at most {value}",
  gt: "{field} is more than {value}",
  gte: "{field} is at least {value}",
  before: "{field} is before {value}",
  after: "{field} is after {value}",
  olderThan: "{field} is longer ago than {value}",
  withinLast: "{field} is within the last {value}",
  ltShare: "{field} is less than {value}",
  empty: "{field} is empty",
  notEmpty: "{field} is not empty",
});

/** The names of the built-in views. Commands and mail files use the English names. */
export const VIEW_NAMES = sentences("query.views", {
  all: "All",
  available: "Available",
  checkedOut: "Checked out (longest first)",
  archived: "Archived",
  updatedToday: "Updated today",
  noLocation: "No location",
  noType: "No type",
  neverWeighed: "Never weighed",
  lowRemaining: "Low remaining",
  noLongerReturned: "No longer returned",
});
