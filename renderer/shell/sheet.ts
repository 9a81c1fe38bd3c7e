import { readSheet } from "../../shared/features/overview/sheet.ts";

/** The token of this page if the core prints it as a sheet; null for a page of a user. */
export const SHEET = readSheet(window.location.search);
