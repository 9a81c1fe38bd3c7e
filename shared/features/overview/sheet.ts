// This file is separate from sheet-calls.ts, because a page does not need the schemas of sheet-calls.ts before its
// first frame.

/** The address, after the origin, of the overview as a sheet to print. @param sheet the token of this sheet. */
export const sheetAddress = (sheet: string): string => `/?sheet=${sheet}#/overview`;

/** Reads the token of a sheet from the query of a page's address; null for any other page. */
export function readSheet(search: string): string | null {
  const [, token = null] = /^\?sheet=([\da-f-]{36})$/.exec(search) ?? [];
  return token;
}
