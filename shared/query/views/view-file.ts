import type { SharedView } from "./views.ts";

/** The suffix of a view's file name, after the view's name. */
export const VIEW_FILE_SUFFIX = ".stockdeck-view.json";
/** The value of `format` in a view's file and link. */
export const VIEW_FORMAT = "stockdeck-view";

/** A shared view with its format and version. */
export interface ViewFile extends SharedView {
  readonly format: typeof VIEW_FORMAT;
  readonly version: 1;
}

/** A view as a file: its name, its table and its definition; nothing of a connection or of a record but ids in filters. */
export function viewFileText(view: SharedView): string {
  return `${JSON.stringify(asFile(view), null, 2)}\n`;
}

/** The file's default name: the view's, without characters that a file system refuses. */
export function viewFileName({ name }: Pick<SharedView, "name">): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, "-").replaceAll(/^[\s.-]+|[\s.-]+$/gu, "");
  return `${plain === "" ? "view" : plain}${VIEW_FILE_SUFFIX}`;
}

/** The content of a view's file and link, without any other member of the object. */
export function asFile({ resource, name, definition, rules = [] }: SharedView): ViewFile {
  const alerts = rules.length === 0 ? {} : { rules };
  return { format: VIEW_FORMAT, version: 1, name, resource, definition, ...alerts };
}
