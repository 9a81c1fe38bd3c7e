import { expect, it } from "vitest";
import { RecoverySteps } from "../../../../../electron/hosts/desktop/windows/recovery-steps.ts";

it("the app reloads a crashed page once and then asks the user", () => {
  const steps = new RecoverySteps();
  expect(steps.died(0)).toBe("reload");
  expect(steps.died(60_000)).toBe("reload");
  expect(steps.died(119_999)).toBe("ask");
});

it("the app shows one question about a crashed page at a time", () => {
  const steps = new RecoverySteps();
  steps.died(0);
  expect([steps.died(1), steps.isAsking, steps.died(2)]).toEqual(["ask", true, "none"]);
  steps.answered();
  expect([steps.isAsking, steps.died(30_000)]).toEqual([false, "ask"]);
  steps.answered();
  expect(steps.died(200_000)).toBe("reload");
});
