/** The announcement that a view was chosen. */
export const viewChosen = (name: string): string => `View: ${name}`;

/** The notice after a changed view was left, which offers to undo. */
export const changesLost = (name: string): string => `The changes to “${name}” were not saved.`;

/** The notice after the changes to a view were discarded, which offers to undo. */
export const changesDiscarded = (name: string): string => `“${name}” is as it was saved.`;

/** The notice after a view was deleted, which offers to undo. */
export const viewDeleted = (name: string): string => `The view “${name}” was deleted.`;

/** The notice after a view was exported. */
export const savedAs = (file: string): string => `Saved as ${file}`;

export const TOO_LONG_FOR_A_LINK = "This view is too long for a link. Export it to a file.";
export const NAME_TAKEN = "Another view has this name.";
export const FILE_TOO_LARGE = "This is too large for a view.";
export const FILE_EMPTY = "This file is empty.";

/** Shown in place of the list where the search finds no view. */
export const noViewNamed = (search: string): string => `No view has “${search}” in its name.`;

/** What the button of the switcher is called. */
export const switcherLabel = (name: string, modified: boolean): string =>
  `View: ${name}${modified ? ", changed" : ""}`;

/** The tooltip of the switcher. */
export const switcherTitle = (name: string, modified: boolean): string =>
  modified ? `${name} – changed, not saved` : name;

/** Why a view from elsewhere cannot be used. */
export const unusableView = (reason: string): string => `This view cannot be used here: ${reason}.`;
