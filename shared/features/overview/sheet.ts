// This file is separate from sheet-calls.ts, whose schemas a page does not need before its first frame.

/** The address of the overview as a sheet to print, after the origin. @param sheet the token of this sheet. */
export const sheetAddress = (sheet: string): string => `/?sheet=${sheet}#/overview`;

/** Reads the token of a sheet from the query of a page's address; null for any other page. */
export function readSheet(search: string): string | null {
  const [, token = null] = /^\?sheet=([\da-f-]{36})$/.exec(search) ?? [];
  return token;
}
