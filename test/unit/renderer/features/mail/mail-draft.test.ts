import { expect, it } from "vitest";
import { draftOf, serverOf } from "../../../../../renderer/features/mail/mail-draft.ts";
import type { MailState } from "../../../../../shared/delivery/mail.ts";

const STATE: MailState = {
  server: null,
  authority: null,
  password: "none",
  problem: null,
  allowed: true,
  fixed: null,
};

it("the mail form starts with the policy's server", () => {
  const fixed = { host: "mail.example.com", port: 2_525, security: "starttls" } as const;
  const draft = draftOf({ ...STATE, fixed });
  expect(Object.keys(serverOf(draft).problems)).toEqual(["from"]);
  expect(serverOf({ ...draft, from: "me@example.com" }).server).toEqual({
    ...fixed,
    user: null,
    from: "me@example.com",
    fromName: "",
  });
});

it("the mail form starts with the default TLS port if there is no policy", () => {
  expect(draftOf(STATE)).toMatchObject({ host: "", port: 465, security: "tls" });
});
