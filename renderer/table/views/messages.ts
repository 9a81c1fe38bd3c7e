import { plural } from "../../base/format.ts";

export const viewChosen = (name: string): string => `View: ${name}`;
export const changesLost = (name: string): string => `The changes to “${name}” were not saved.`;
export const changesDiscarded = (name: string): string => `“${name}” is as it was saved.`;
export const viewDeleted = (name: string): string => `The view “${name}” was deleted.`;
export const savedAs = (file: string): string => `Saved as ${file}`;
export const TOO_LONG_FOR_A_LINK = "This view is too long for a link. Export it to a file.";
export const NAME_TAKEN = "Another view has this name.";
export const FILE_TOO_LARGE = "This is too large for a view.";
export const FILE_EMPTY = "This file is empty.";
export const noViewNamed = (search: string): string => `No view has “${search}” in its name.`;

export const switcherLabel = (name: string, modified: boolean): string =>
  `View: ${name}${modified ? ", changed" : ""}`;

export const switcherTitle = (name: string, modified: boolean): string =>
  modified ? `${name} – changed, not saved` : name;

export const unusableView = (reason: string): string => `This view cannot be used here: ${reason}.`;
export const ITS_RULES = "Its alert rules";
export const addItsRules = (rules: number): string => `Add its ${plural(rules, "alert rule")}`;
