import type { z } from "zod";

type Path = z.core.$ZodIssue["path"];

/** Why a file or a link is not a view: a sentence for the user, and one technical line for the sender. */
export class ViewRefusal extends Error {
  override readonly name = "ViewRefusal";
  /** The unexpected value and its path; null if the sentence says it all. */
  readonly detail: string | null;

  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/** The refusal for a view of a known format, from its first schema issue. */
export function misshapen({ path, message }: Pick<z.core.$ZodIssue, "path" | "message">): ViewRefusal {
  const where = path.join(".");
  return new ViewRefusal(
    `This view cannot be read: ${wrongPart(path)}.`,
    where === "" ? message : `${where}: ${message}`,
  );
}

/** The part of a view that a path leads to, with its possible fault. */
function wrongPart([part, inner, at]: Path): string {
  if (part === "definition" && inner === "filters" && typeof at === "number")
    return `its ${ordinal(at + 1)} filter is damaged, or of a kind that this Stockdeck does not know`;
  return (
    (part === "definition" ? DEFINED[String(inner)] : NAMED[String(part)]) ?? "it has parts that no view has"
  );
}

const NO_VERSION = "it does not say for which version of Stockdeck it is";
const NAMED: Readonly<Record<string, string>> = {
  version: NO_VERSION,
  resource: "it does not say of which table it is: items, material types or locations",
  name: "its name is missing, longer than 80 characters, or on several lines",
  definition: "it does not say what it shows",
  rules: "its alert rules are damaged or too many",
};
const DEFINED: Readonly<Record<string, string>> = {
  version: NO_VERSION,
  minor: NO_VERSION,
  search: "the words that it searches for are missing or too long",
  filters: "its filters are missing, damaged or too many",
  sort: "the order of its rows is damaged",
  columns: "what it says of columns is damaged",
  grouping: "what it groups rows by is damaged",
  groupOrder: "the order of its groups is damaged",
  density: "the height of its rows is none that there is",
};

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(count: number): string {
  const ending = ENDINGS[ORDINALS.select(count)] ?? "th";
  return `${count}${ending}`;
}

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };
