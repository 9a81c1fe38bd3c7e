import { readSheet } from "../../shared/features/overview/sheet.ts";

/** The token of this page as a sheet that the core prints; null for a user's page. */
export const SHEET = readSheet(window.location.search);
