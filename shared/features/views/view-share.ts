import { z } from "zod";
import { unsafePart } from "../../base/text/json.ts";
import { savedViewSchema } from "../../query/views/views.ts";
import { sharedRulesSchema } from "../alerts/public.ts";
import { DEFINITION_REFUSALS, PART_REFUSALS, VIEW_REFUSALS } from "./messages.ts";

/** A shared view, in a file or a link. It has no id and no connection, but the alert rules that watch the view. */
export const sharedViewSchema = savedViewSchema
  .pick({ resource: true, name: true, definition: true })
  .extend({ rules: sharedRulesSchema.optional() });
export type SharedView = Readonly<z.infer<typeof sharedViewSchema>>;

/** The end of a view's file name, after the view's name. */
export const VIEW_FILE_SUFFIX = ".stockdeck-view.json";
/** The value of `format` in a view's file, and in a link to a view. */
const VIEW_FORMAT = "stockdeck-view";

/** A shared view with its format and version. */
interface ViewFile extends SharedView {
  readonly format: typeof VIEW_FORMAT;
  readonly version: 1;
}

/**
 * The text of a view's file: its name, its table and its definition. The only data of a connection or its records in
 * the text are ids in filters.
 */
export function viewFileText(view: SharedView): string {
  return `${JSON.stringify(asFile(view), null, 2)}\n`;
}

/** The default name of a view's file, without characters that a file system refuses. */
export function viewFileName({ name }: Pick<SharedView, "name">): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, "-").replaceAll(/^[\s.-]+|[\s.-]+$/gu, "");
  return `${plain === "" ? "view" : plain}${VIEW_FILE_SUFFIX}`;
}

/** The content of a view's file and link. Other members of the object are left out. */
function asFile({ resource, name, definition, rules = [] }: SharedView): ViewFile {
  const alerts = rules.length === 0 ? {} : { rules };
  return { format: VIEW_FORMAT, version: 1, name, resource, definition, ...alerts };
}

/** The most characters of a view's file. A file with ten thousand ids fits. */
export const MAX_VIEW_FILE = 500_000;
/** The most characters of a link. Programs and Windows command lines pass a link of this length without cutting it. */
export const MAX_VIEW_LINK = 16_000;

const LINK = /^stockdeck:\/\/view\/?\?d=([A-Za-z0-9\-_.~%]+)$/;

const envelopeSchema = z.object({ format: z.literal(VIEW_FORMAT), version: z.number() });
const fileSchema = sharedViewSchema.extend({ format: z.literal(VIEW_FORMAT), version: z.literal(1) });

/** The link to a view; null if it would be too long to be shared. */
export function viewLink(view: SharedView): string | null {
  // A program that finds links in a text would end this link at a bracket or quotation mark, so these are escaped.
  const coded = encodeURIComponent(JSON.stringify(asFile(view))).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const link = `stockdeck://view?d=${coded}`;
  return link.length > MAX_VIEW_LINK ? null : link;
}

/** Whether a text has the form of a view's link. Its content is not checked. */
export function isViewLink(text: string): boolean {
  return text.length <= MAX_VIEW_LINK && LINK.test(text);
}

/**
 * Reads a shared view from the text of its file, or from a link.
 * @security the text may come from anywhere: the size is limited before parsing, and the schema is checked before use.
 */
export function readSharedView(text: string): SharedView {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const isLink = /^stockdeck:/i.test(trimmed);
  const json = isLink ? decodeLink(trimmed) : trimmed;
  if (json.length > MAX_VIEW_FILE) throw new ViewRefusal(VIEW_REFUSALS.tooLarge);
  const value = parseJson(json, isLink ? VIEW_REFUSALS.damagedLink : VIEW_REFUSALS.noView);
  const problem = unsafePart(value);
  if (problem !== null) throw new ViewRefusal(VIEW_REFUSALS.unsafe, problem);
  const envelope = envelopeSchema.safeParse(value);
  if (!envelope.success) throw new ViewRefusal(VIEW_REFUSALS.noView);
  if (envelope.data.version > 1) throw new ViewRefusal(VIEW_REFUSALS.newer);
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw issue ? misshapen(issue) : new ViewRefusal(VIEW_REFUSALS.noView);
  }
  const { resource, name, definition, rules } = parsed.data;
  return { resource, name, definition, ...(rules && { rules }) };
}

function decodeLink(link: string): string {
  if (link.length > MAX_VIEW_LINK) throw new ViewRefusal(VIEW_REFUSALS.longLink);
  const [, coded] = LINK.exec(link) ?? [];
  if (coded === undefined) throw new ViewRefusal(VIEW_REFUSALS.noLink);
  try {
    return decodeURIComponent(coded);
  } catch {
    throw new ViewRefusal(VIEW_REFUSALS.damagedLink);
  }
}

/** @param refusal the message for a text that is not JSON. */
function parseJson(text: string, refusal: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ViewRefusal(refusal);
  }
}

type Path = z.core.$ZodIssue["path"];

/**
 * The error for a file or a link that is not a view: a sentence for the user, and one technical line for the sender.
 */
export class ViewRefusal extends Error {
  override readonly name = "ViewRefusal";
  /** The unexpected value and its path; null if the sentence alone is enough. */
  readonly detail: string | null;

  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/** The refusal for a view of a known format, from its first schema issue. */
function misshapen({ path, message }: Pick<z.core.$ZodIssue, "path" | "message">): ViewRefusal {
  const where = path.join(".");
  return new ViewRefusal(refusalOf(path), where === "" ? message : `${where}: ${message}`);
}

/** The sentence about the part of a view to which a path leads. */
function refusalOf([part, inner, at]: Path): string {
  if (part === "definition" && inner === "filters" && typeof at === "number")
    return VIEW_REFUSALS.filter({ at: at + 1 });
  const refusal = part === "definition" ? DEFINITION_REFUSALS[String(inner)] : PART_REFUSALS[String(part)];
  return refusal ?? VIEW_REFUSALS.other;
}
