import { sentences, texts } from "../../base/text/texts.ts";

export const VIEW_LIMITS = sentences("views.limits", {
  tooMany: "A connection can have {most} views.",
});

/** The reasons why a file or a link is not a view. */
export const VIEW_REFUSALS = texts("views.refusals", {
  noView: "This is not a view of Stockdeck’s, or a damaged one.",
  damagedLink: "This link is damaged: perhaps it was not copied to its end.",
  tooLarge: "This is too large for a view.",
  unsafe: "This is refused: no view of Stockdeck is built like this.",
  newer: "A newer version of Stockdeck made this view.",
  longLink: "This link is too long for a view.",
  noLink: "This is not a link to a view.",
  filter:
    "This view cannot be read: its {at, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} filter is damaged, or of a kind that this Stockdeck does not know.",
  other: "This view cannot be read: it has parts that no view has.",
});

/** The refusals for parts of a view, by their names in the file. */
export const PART_REFUSALS: Readonly<Record<string, string>> = texts("views.parts", {
  version: "This view cannot be read: it does not say for which version of Stockdeck it is.",
  resource:
    "This view cannot be read: it does not say of which table it is: items, material types or locations.",
  name: "This view cannot be read: its name is missing, longer than 80 characters, or on several lines.",
  definition: "This view cannot be read: it does not say what it shows.",
  rules: "This view cannot be read: its alert rules are damaged or too many.",
});

/** The refusals for parts of a view's definition, by their names in the file. */
export const DEFINITION_REFUSALS: Readonly<Record<string, string>> = texts("views.definition", {
  version: "This view cannot be read: it does not say for which version of Stockdeck it is.",
  minor: "This view cannot be read: it does not say for which version of Stockdeck it is.",
  search: "This view cannot be read: the words that it searches for are missing or too long.",
  filters: "This view cannot be read: its filters are missing, damaged or too many.",
  sort: "This view cannot be read: the order of its rows is damaged.",
  columns: "This view cannot be read: what it says of columns is damaged.",
  grouping: "This view cannot be read: what it groups rows by is damaged.",
  groupOrder: "This view cannot be read: the order of its groups is damaged.",
  density: "This view cannot be read: the height of its rows is unknown.",
});
