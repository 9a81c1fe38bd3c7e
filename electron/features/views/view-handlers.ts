import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { VIEW_CALLS } from "../../../shared/features/views/view-calls.ts";
import { viewFileName, viewFileText } from "../../../shared/query/views/view-share.ts";
import type { SaveFile } from "../../base/save-file.ts";
import type { SavedViews } from "./saved-views.ts";
import type { ViewLink } from "./view-link.ts";

interface ViewHandlerParts {
  readonly views: SavedViews;
  readonly viewLink: ViewLink;
  readonly startup: { readonly opened: Promise<void> };
  readonly saveFile: SaveFile;
}

/** The views that the user named, and sharing them. */
export function viewHandlers({ views, viewLink, startup: { opened }, saveFile }: ViewHandlerParts) {
  return {
    listViews: ({ profileId }) => views.list(profileId),
    createView: (input) => opened.then(() => views.create(input)),
    saveView: (input) => opened.then(() => views.save(input)),
    renameView: (input) => opened.then(() => views.rename(input)),
    moveView: (input) => opened.then(() => views.move(input)),
    deleteView: (input) => opened.then(() => views.delete(input)),
    restoreView: (input) => opened.then(() => views.restore(input)),
    exportView: (view) => saveFile(viewFileName(view), () => viewFileText(view)),
    takeViewLink: () => viewLink.take(),
  } satisfies HandlersOf<typeof VIEW_CALLS>;
}
