import { describe, expect, it } from "vitest";
import { baseUrlProblem } from "../../../../../../renderer/features/connections/onboarding/connect-form.tsx";

describe("baseUrlProblem()", () => {
  it.each([
    "https://inventory.example.com",
    " https://example.com/api/v1/ ",
    "http://127.0.0.1:8080",
    "http://localhost:1",
    "http://[::1]:9",
  ])("baseUrlProblem() accepts %s", (url) => expect(baseUrlProblem(url)).toBeNull());

  it.each([
    ["", /Enter/],
    ["inventory", /not a URL/],
    ["inventory.example.com", /not a URL/],
    ["ftp://example.com", /https/],
    ["http://example.com", /safe/],
    ["http://127.0.0.1.example.com", /safe/],
    ["https://user:pass@example.com", /password/],
  ])("baseUrlProblem() refuses %s", (url, problem) => expect(baseUrlProblem(url)).toMatch(problem));
});
