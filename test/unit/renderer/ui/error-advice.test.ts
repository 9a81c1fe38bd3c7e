import { describe, expect, it } from "vitest";
import { ERROR_KINDS, NETWORK_REASONS, STORE_REASONS } from "../../../../shared/base/error-kinds.ts";
import { type AppError } from "../../../../shared/base/errors.ts";
import { adviseOn } from "../../../../renderer/ui/error-advice.ts";

const errors: AppError[] = [
  ...ERROR_KINDS.map((kind) => ({ kind, message: "" })),
  ...NETWORK_REASONS.map((reason) => ({ kind: "network" as const, reason, message: "" })),
  ...STORE_REASONS.map((reason) => ({ kind: "store" as const, reason, message: "" })),
];

describe("adviseOn()", () => {
  it.each(errors)("the advice on $kind $reason has a title and a next step", (error) => {
    const { title, advice } = adviseOn(error);
    expect(title.length).toBeGreaterThan(3);
    expect(advice).toMatch(/\.$/);
  });

  it("each failure of a first connection has its own title", () => {
    const first: AppError[] = [
      ...NETWORK_REASONS.map((reason) => ({ kind: "network" as const, reason, message: "" })),
      ...(["unauthorized", "forbidden", "not_found", "protocol", "rate_limited", "server"] as const).map(
        (kind) => ({
          kind,
          message: "",
        }),
      ),
    ];
    expect(new Set(first.map((error) => adviseOn(error).title)).size).toBe(first.length);
  });
});
