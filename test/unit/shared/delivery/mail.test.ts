import { expect, it } from "vitest";
import {
  addressSchema,
  mailPartSchema,
  mailServerSchema,
  MAX_RECIPIENTS,
  recipientsSchema,
} from "../../../../shared/delivery/mail.ts";

it.each([
  "a@b",
  "first.last+tag@sub.example.co.uk",
  "o'neil@example.com",
  "A_b-c@EXAMPLE.com",
  "anna@müller.example",
  "a@例え.テスト",
  "b@भारत.example",
])("%s is a mail address", (text) => {
  expect(addressSchema.safeParse(` ${text} `).data).toBe(text);
});

it.each([
  "",
  "nobody",
  "@example.com",
  "a@",
  "a b@example.com",
  "a@example.com, b@example.com",
  "Ann <a@example.com>",
  "a@example.com\r\nBcc: eve@example.com",
  "a@example..com",
  ".a@example.com",
  "a..b@example.com",
  "a@-example.com",
  "ä@example.com",
  "a@mül_ler.example",
  "a@müller.example/x",
  "a@\u0301.example",
  `${"a".repeat(250)}@example.com`,
])("%j is not a mail address", (text) => {
  expect(addressSchema.safeParse(text).success).toBe(false);
});

it("recipients have a maximum number and no duplicates", () => {
  const many = Array.from({ length: MAX_RECIPIENTS }, (_, at) => `a${at}@example.com`);
  expect(recipientsSchema.safeParse(many).success).toBe(true);
  expect(recipientsSchema.safeParse([...many, "b@example.com"]).success).toBe(false);
  expect(recipientsSchema.safeParse(["a@example.com", "A@Example.com"]).success).toBe(false);
  expect(recipientsSchema.safeParse([]).success).toBe(false);
});

it("a subject with line breaks or direction marks is refused", () => {
  const part = { to: ["a@example.com"], limitMb: 10 };
  expect(mailPartSchema.safeParse({ ...part, subject: "{view}, {date}" }).success).toBe(true);
  for (const subject of ["a\r\nBcc: b@example.com", "a\u2028b", "a\u202Eb", "", "a\u0000"])
    expect(mailPartSchema.safeParse({ ...part, subject }).success).toBe(false);
});

it("a mail server is a name or address without port or path", () => {
  const server = { port: 465, security: "tls", user: null, from: "a@example.com", fromName: "" };
  for (const host of ["mail.example.com", "localhost", "127.0.0.1", "::1", "2001:db8::1"])
    expect(mailServerSchema.safeParse({ ...server, host }).success).toBe(true);
  for (const host of ["", "a b", "mail.example.com:465", "https://mail.example.com", "a/b", "-a"])
    expect(mailServerSchema.safeParse({ ...server, host }).success).toBe(false);
});
