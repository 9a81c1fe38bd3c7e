import { describe, expect, it } from "vitest";
import { OriginGate } from "../../../electron/base/policy/origin-gate.ts";
import { memoryKeychain } from "../../helpers/memory-keychain.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { errorOf } from "../../helpers/failures.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { BASE, start, type CoreRig } from "./support.ts";

const KEY = "sample_live_key_of_a_page";

/** A gate whose dialog returns the given answers, and the origins that the dialog named. */
function gateWith(answers: readonly boolean[], policy: Policy = {}) {
  let saved: readonly string[] = [];
  const asked: string[] = [];
  const gate = new OriginGate({
    policy,
    userData: {
      confirmedOrigins: async () => saved,
      saveConfirmedOrigins: async (origins) => void (saved = origins),
    },
    confirmOrigin: async (origin) => {
      asked.push(origin);
      return answers[asked.length - 1] ?? false;
    },
  });
  return { gate, asked };
}

describe("the origin gate", () => {
  it("the origin gate asks once about an origin and remembers the consent", async () => {
    const { gate, asked } = gateWith([true]);
    await gate.require("https://a.example/v1");
    await gate.require("https://a.example/other");
    expect(asked).toEqual(["https://a.example"]);
  });

  it("the origin gate refuses a call that the user declines, and asks again later", async () => {
    const { gate, asked } = gateWith([false, true]);
    expect(await errorOf(gate.require("https://a.example"))).toMatchObject({ kind: "cancelled" });
    await gate.require("https://a.example");
    expect(asked).toHaveLength(2);
  });

  it("the origin gate treats another port, another host and a subdomain as separate origins", async () => {
    const { gate, asked } = gateWith([true, true, true, true]);
    for (const url of [
      "https://a.example",
      "https://a.example:8443",
      "https://b.example",
      "https://x.a.example",
    ])
      await gate.require(url);
    expect(asked).toHaveLength(4);
  });

  it("the origin gate shows one dialog for concurrent calls", async () => {
    const { gate, asked } = gateWith([true, true]);
    await Promise.all([gate.require("https://a.example"), gate.require("https://a.example/x")]);
    expect(asked).toHaveLength(1);
  });

  it("the origin gate does not ask about this computer's addresses", async () => {
    const { gate, asked } = gateWith([]);
    for (const url of ["http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:9", "https://127.0.0.1"])
      await gate.require(url);
    expect(asked).toEqual([]);
    for (const url of ["https://127.0.0.1.example.com", "https://localhost.example.com"])
      expect((await errorOf(gate.require(url))).kind).toBe("cancelled");
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["https://s.example/v1", "https://s.example/v1", true],
    ["https://s.example/v1", "https://s.example/other", false],
    ["https://s.example/v1", "https://other.example", false],
    ["https://s.example/v1", "http://127.0.0.1:80", false],
  ])(
    "the origin gate with the policy address %s allows %s without asking: %s",
    async (baseUrl, url, passes) => {
      const { gate, asked } = gateWith([true], { baseUrl });
      if (passes) await gate.require(url);
      else expect((await errorOf(gate.require(url))).kind).toBe("policy");
      expect(asked).toEqual([]);
    },
  );
});

describe("calls with an address from a page", () => {
  async function refusing(): Promise<{ rig: CoreRig; urls: string[]; asked: string[] }> {
    const [urls, asked]: [string[], string[]] = [[], []];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return new Response("{}", { status: 500 });
    };
    const rig = start(await temporaryFolder(), memoryKeychain(), fetch, {
      confirmOrigin: async (origin) => {
        asked.push(origin);
        return false;
      },
    });
    return { rig, urls, asked };
  }

  it.each([
    ["testConnection", { baseUrl: BASE, key: KEY }],
    ["connect", { baseUrl: BASE, key: KEY }],
  ] as const)("%s sends nothing before the user has confirmed the origin", async (name, input) => {
    const { rig, urls, asked } = await refusing();
    expect(await rig.kindOf(name, input)).toBe("cancelled");
    expect([urls, asked]).toEqual([[], ["https://inventory.example"]]);
    expect((await rig.call("bootstrap")).connection).toBeNull();
  });
});
