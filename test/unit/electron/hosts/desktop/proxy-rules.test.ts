import { describe, expect, it } from "vitest";
import { setProxyRules } from "../../../../../electron/hosts/desktop/proxy-rules.ts";

/** A session that gets new rules a number of requests after `setProxy` has resolved. */
function lateSession(before: string, after: string, late: number) {
  let questions = 0;
  return {
    setProxy: () => Promise.resolve(),
    resolveProxy: () => Promise.resolve((questions += 1) > late ? after : before),
    questions: () => questions,
  };
}

describe("setProxyRules()", () => {
  it.each([
    ["fixed_servers", "DIRECT", "PROXY 127.0.0.1:3128"],
    ["direct", "PROXY 127.0.0.1:3128", "DIRECT"],
  ] as const)(
    "the proxy mode %s is set once the network process has the mode",
    async (mode, before, after) => {
      const session = lateSession(before, after, 3);
      await setProxyRules(session, { mode });
      expect(session.questions()).toBe(4);
    },
  );
  it("proxy rules that never arrive cause an error instead of bypassing the proxy", async () => {
    const session = lateSession("DIRECT", "DIRECT", 0);
    await expect(setProxyRules(session, { mode: "fixed_servers" })).rejects.toThrow("proxy's rules");
  });
});
