import { expect, it } from "vitest";
import { skippedElectron } from "../../../scripts/electron-skip.ts";

it.each([
  [{ CI: "true" }, true],
  [{ CI: "1", STOCKDECK_SKIP_ELECTRON: "0" }, true],
  [{ CI: "true", STOCKDECK_SKIP_ELECTRON: "1" }, false],
  [{ CI: "false" }, false],
  [{}, false],
])("a run without Electron in the environment %j fails: %s", (environment, failed) => {
  const skipped = skippedElectron("no folder", environment);
  expect(skipped.failed).toBe(failed);
  expect(skipped.line).toMatch(
    /^The Electron tests did NOT run: there is no Electron runtime \(no folder\)\./,
  );
});
