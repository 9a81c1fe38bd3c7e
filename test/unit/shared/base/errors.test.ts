import { afterEach, describe, expect, it } from "vitest";
import { serviceWords, type AppError } from "../../../../shared/base/errors.ts";
import { setCatalogue } from "../../../../shared/base/text/catalogue.ts";

const KEY = "collector.refusals.noToken";
const refused = (more: Partial<AppError>): AppError => ({
  kind: "unauthorized",
  message: "The key was refused.",
  serviceMessage: "A valid token is required: Bearer.",
  ...more,
});

describe("serviceWords()", () => {
  afterEach(() => setCatalogue(null));

  it("returns the service's message unchanged, and null if there is none", () => {
    expect(serviceWords(refused({}))).toBe("A valid token is required: Bearer.");
    const { serviceMessage: _message, ...without } = refused({});
    expect(serviceWords(without)).toBeNull();
    expect(serviceWords(refused({ serviceMessage: "The key was refused." }))).toBeNull();
  });

  it("translates a collector's message, if this language has its key", () => {
    setCatalogue({ language: "de", texts: { [KEY]: "Ein Token fehlt: {header}." } });
    const serviceText = { key: KEY, values: { header: "Bearer" } };
    expect(serviceWords(refused({ serviceText }))).toBe("Ein Token fehlt: Bearer.");
    const unknown = { key: "collector.refusals.other", values: {} };
    expect(serviceWords(refused({ serviceText: unknown }))).toBe("A valid token is required: Bearer.");
  });

  it("returns the untranslated message if the arguments do not fit", () => {
    setCatalogue({ language: "de", texts: { [KEY]: "Ein Token fehlt: {header}." } });
    expect(serviceWords(refused({ serviceText: { key: KEY, values: {} } }))).toBe(
      "A valid token is required: Bearer.",
    );
  });
});
