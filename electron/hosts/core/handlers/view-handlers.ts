import type { Handlers } from "../../../../shared/contract/contract.ts";
import { viewFileName, viewFileText } from "../../../../shared/query/views/view-file.ts";
import { saveFile } from "../save-file.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The views that the user named, and sharing them. */
export function viewHandlers({ options, views, viewLink, startup: { opened } }: HandlerParts) {
  return {
    listViews: ({ profileId }) => views.list(profileId),
    createView: (input) => opened.then(() => views.create(input)),
    saveView: (input) => opened.then(() => views.save(input)),
    renameView: (input) => opened.then(() => views.rename(input)),
    moveView: (input) => opened.then(() => views.move(input)),
    deleteView: (input) => opened.then(() => views.delete(input)),
    restoreView: (input) => opened.then(() => views.restore(input)),
    exportView: (view) => saveFile(options, viewFileName(view), () => viewFileText(view)),
    takeViewLink: () => viewLink.take(),
  } satisfies Partial<Handlers>;
}
