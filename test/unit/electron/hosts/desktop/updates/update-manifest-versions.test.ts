import { expect, it } from "vitest";
import { isNewer, VERSION } from "../../../../../../electron/hosts/desktop/updates/update-manifest.ts";

/** Versions in the order of https://semver.org (11), and cases that it does not cover. */
const ASCENDING = [
  "0.1.0",
  "0.9.10",
  "0.10.0",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.1",
  "2.0.0",
];

it("versions are sorted as in Semantic Versioning", () => {
  for (const [at, version] of ASCENDING.entries())
    for (const [place, other] of ASCENDING.entries())
      expect(isNewer(version, other), `${version} after ${other}`).toBe(at > place);
});

it("a text that is not a version is refused", () => {
  for (const text of [
    "",
    "1",
    "1.2",
    "v1.2.3",
    "1.2.3.4",
    "01.2.3",
    "1.2.3-",
    "1.2.3 ",
    "1.2.3-a..b",
    "9999999.0.0",
  ]) {
    expect(VERSION.test(text)).toBe(false);
    expect(() => isNewer(text, "1.0.0")).toThrow("not a version");
    expect(() => isNewer("1.0.0", text)).toThrow("not a version");
  }
});
