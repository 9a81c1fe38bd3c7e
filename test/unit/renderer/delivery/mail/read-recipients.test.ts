import { expect, it } from "vitest";
import { readRecipients } from "../../../../../renderer/delivery/mail/read-recipients.ts";

it("mail addresses may be separated by commas, semicolons, spaces or line breaks", () => {
  expect(readRecipients(" a@b.c, d@e.f;g@h.i\n j@k.l ")).toEqual({
    to: ["a@b.c", "d@e.f", "g@h.i", "j@k.l"],
    problem: null,
  });
});

it.each([
  ["", "Enter at least one address."],
  ["a@b.c, nobody", "“nobody” is not a mail address."],
  ["a@b.c, A@B.c", "A@B.c is there twice."],
  [Array.from({ length: 21 }, (_, at) => `a${at}@b.c`).join(), "At most 20 recipients can be set."],
])("readRecipients() says why %j is invalid", (text, problem) => {
  expect(readRecipients(text)).toEqual({ to: null, problem });
});
