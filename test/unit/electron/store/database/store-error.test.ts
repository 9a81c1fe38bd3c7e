import { expect, it } from "vitest";
import { storeFailure } from "../../../../../electron/store/database/store-error.ts";

// The codes of sqlite.org/rescode.html, as the driver gives them with the text that SQLite has for them.
it.each([
  [13, "database or disk is full", "full"],
  [8, "attempt to write a readonly database", "not_writable"],
  [14, "unable to open database file", "not_writable"],
  [778, "disk I/O error", "not_writable"],
  [4_618, "disk I/O error", "not_writable"],
  [4_874, "disk I/O error", "not_writable"],
  [266, "disk I/O error", "other"],
  [11, "database disk image is malformed", "corrupt"],
  [5, "database is locked", "locked"],
  [1, "no such table: t", "other"],
])("SQLite's error code %i (%s) becomes the reason %s", (errcode, message, reason) => {
  expect(storeFailure(Object.assign(new Error(message), { errcode })).error).toMatchObject({
    kind: "store",
    reason,
  });
});
