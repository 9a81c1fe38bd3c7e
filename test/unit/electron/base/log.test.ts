import { describe, expect, it } from "vitest";
import { createLog, redact } from "../../../../electron/base/log.ts";
import { AppFailure } from "../../../../shared/base/errors.ts";

describe("the log", () => {
  const secret = 'live_q"uo\\te-Canary42';

  function lines(write: (log: ReturnType<typeof createLog>) => void): string[] {
    const written: string[] = [];
    write(
      createLog(
        (line) => written.push(line),
        () => [secret],
      ),
    );
    return written;
  }

  it("the log writes one JSON line with time, level, message and details", () => {
    const [line = ""] = lines((log) => log.warn("pass failed", { kind: "network", count: 3 }));
    expect(JSON.parse(line)).toMatchObject({
      level: "warn",
      message: "pass failed",
      kind: "network",
      count: 3,
      at: expect.stringMatching(/Z$/),
    });
    expect(line).not.toContain("\n");
  });

  it("the log redacts a known secret in texts, keys, errors, stacks and causes", () => {
    const cause = new Error(`header ${secret} refused`);
    const written = lines((log) => {
      log.info(`connected with ${secret}`);
      log.warn("failed", {
        cause: new AppFailure({ kind: "internal", message: secret }, { cause }),
        [secret]: 1,
        deep: { list: [secret] },
      });
    });
    expect(written).toHaveLength(2);
    for (const line of written) {
      expect(line).not.toContain("Canary42");
      expect(line).toContain("[redacted]");
    }
    expect(written[1]).toContain("refused");
  });

  it.each([
    "Authorization: Bearer abc.def-ghi",
    '{"authorization":"Bearer abc.def-ghi"}',
    "api_key=abc.def-ghi",
    '{"apiKey": "abc.def-ghi"}',
    "token: abc.def-ghi",
    '{"password":"abc.def-ghi"}',
  ])("the log redacts text that looks like a credential: %s", (text) => {
    expect(redact(text, [])).not.toContain("abc.def-ghi");
  });

  it("the log ignores very short secrets when it redacts text", () => {
    expect(redact("a pass of 250 rows ended", ["a", "", "250"])).toBe("a pass of 250 rows ended");
  });
});
