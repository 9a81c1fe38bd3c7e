import { z } from "zod";
import { unsafePart } from "../../base/text/sanitised-json.ts";
import { asFile, VIEW_FORMAT } from "./view-file.ts";
import { misshapen, ViewRefusal } from "./view-refusal.ts";
import { sharedViewSchema, type SharedView } from "./views.ts";

/** The most characters that a view's file may have; ten thousand ids fit in. */
export const MAX_VIEW_FILE = 500_000;
/** The most characters of a link: what programs hand to each other, and Windows on a command line, without cutting it. */
export const MAX_VIEW_LINK = 16_000;

const NO_VIEW = "This is no view of Stockdeck's, or a damaged one.";
const DAMAGED_LINK = "This link is damaged: perhaps it was not copied to its end.";
const LINK = /^stockdeck:\/\/view\/?\?d=([A-Za-z0-9\-_.~%]+)$/;

const envelopeSchema = z.object({ format: z.literal(VIEW_FORMAT), version: z.number() });
const fileSchema = sharedViewSchema.extend({ format: z.literal(VIEW_FORMAT), version: z.literal(1) });

/** The link to a view; null if it would be too long to be shared. */
export function viewLink(view: SharedView): string | null {
  // A bracket or a quotation mark would end a link if a program looks for links in a text.
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
 * Reads a shared view: the text of its file, or a link.
 * @security the text may come from anywhere: its size is bounded before it is parsed, and its schema checked before it is used.
 */
export function readSharedView(text: string): SharedView {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const isLink = /^stockdeck:/i.test(trimmed);
  const json = isLink ? decodeLink(trimmed) : trimmed;
  if (json.length > MAX_VIEW_FILE) throw new ViewRefusal("This is too large for a view.");
  const value = parseJson(json, isLink ? DAMAGED_LINK : NO_VIEW);
  const problem = unsafePart(value);
  if (problem !== null)
    throw new ViewRefusal("This is refused: it is built as no view of Stockdeck's is.", problem);
  const envelope = envelopeSchema.safeParse(value);
  if (!envelope.success) throw new ViewRefusal(NO_VIEW);
  if (envelope.data.version > 1) throw new ViewRefusal("A newer version of Stockdeck made this view.");
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw issue ? misshapen(issue) : new ViewRefusal(NO_VIEW);
  }
  const { resource, name, definition, rules } = parsed.data;
  return { resource, name, definition, ...(rules && { rules }) };
}

function decodeLink(link: string): string {
  if (link.length > MAX_VIEW_LINK) throw new ViewRefusal("This link is too long for a view.");
  const [, coded] = LINK.exec(link) ?? [];
  if (coded === undefined) throw new ViewRefusal("This is no link to a view.");
  try {
    return decodeURIComponent(coded);
  } catch {
    throw new ViewRefusal(DAMAGED_LINK);
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
