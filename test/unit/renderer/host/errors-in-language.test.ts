import { afterEach, expect, it } from "vitest";
import { errorsInLanguage } from "../../../../renderer/host/errors-in-language.ts";
import { setCatalogue } from "../../../../shared/base/text/catalogue.ts";
import { fail, succeed } from "../../../../shared/base/errors.ts";
import type { HostApi } from "../../../../shared/contract/contract.ts";

const FAILURE = fail({
  kind: "invalid_input",
  message: "At most 20 plans are kept.",
  text: { key: "plans.errors.tooMany", values: { most: 20 } },
});

const stop = (): void => {};
const host = errorsInLanguage({
  bootstrap: () => Promise.resolve(FAILURE),
  getSettings: () => Promise.resolve(succeed("an answer")),
  readNames: () => Promise.resolve(fail({ kind: "internal", message: "Without a key." })),
  onDataChanged: () => stop,
} as unknown as HostApi) as unknown as Readonly<Record<string, () => unknown>>;

afterEach(() => setCatalogue(null));

it("a failed call's message is in the page's language", async () => {
  setCatalogue({
    language: "de",
    texts: {
      "plans.errors.tooMany": "Höchstens {most, plural, one {# Plan wird} other {# Pläne werden}} behalten.",
    },
  });
  expect(await host["bootstrap"]?.()).toMatchObject({
    ok: false,
    error: { kind: "invalid_input", message: "Höchstens 20 Pläne werden behalten." },
  });
});

it("a message without a translation stays in English", async () => {
  setCatalogue({ language: "de", texts: {} });
  expect(await host["bootstrap"]?.()).toEqual(FAILURE);
  expect(await host["readNames"]?.()).toMatchObject({ error: { message: "Without a key." } });
});

it("results and subscriptions are passed on unchanged", async () => {
  expect(await host["getSettings"]?.()).toEqual(succeed("an answer"));
  expect(host["onDataChanged"]?.()).toBe(stop);
});
