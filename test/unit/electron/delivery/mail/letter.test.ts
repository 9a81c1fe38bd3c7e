import { expect, it } from "vitest";
import { composed, letterId, oneLine, subjectOf } from "../../../../../electron/delivery/mail/letter.ts";

it("placeholders in a subject are replaced once; other braces stay", () => {
  const values = { view: "{rows} of {x}", date: "2026-11-23", rows: "2,455" };
  expect(subjectOf("{view}, {date}: {rows} {other}", values)).toBe(
    "{rows} of {x}, 2026-11-23: 2,455 {other}",
  );
});

it.each([
  ["a\r\nBcc: eve@example.com", "a Bcc: eve@example.com"],
  ["a\u2028b\u0000c\u0085d", "a b c d"],
  ["pdf\u202Efdp", "pdf fdp"],
  ["  spaces  ", "spaces"],
])("%j becomes one line without characters that end a header", (text, line) => {
  expect(oneLine(text)).toBe(line);
});

it("a long text is never cut inside a character", () => {
  expect(oneLine("😀".repeat(300), 10)).toBe(`${"😀".repeat(9)}…`);
});

it("each run has its own Message-ID, which never changes", () => {
  expect(letterId("schedule", "1")).toBe(letterId("schedule", "1"));
  expect(letterId("schedule", "1")).not.toBe(letterId("schedule", "2"));
  expect(letterId("schedule", "1")).toMatch(/^[\da-f]{40}$/);
});

it.each([
  ["items.csv", "text/csv"],
  ["items.parquet", "application/vnd.apache.parquet"],
  ["Overview 2026-11-28.pdf", "application/pdf"],
  ["items", "application/octet-stream"],
])("the file %s is sent as %s", (name, contentType) => {
  const letter = { id: "a", madeAt: 0, to: ["ann@example.com"], subject: "s", text: "t", html: null };
  const sender = { from: "stock@example.com", fromName: "Stock" };
  const { attachments } = composed(letter, sender, { name, bytes: 1, content: Buffer.from("x") });
  expect(attachments).toMatchObject([{ filename: name, contentType }]);
});
