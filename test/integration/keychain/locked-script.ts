import { osKeychain } from "../../../electron/base/keychain/keychain.ts";

/** Runs one step of keychain.test.ts, and prints its outcome as one line of JSON. */
const key = process.env["CANARY_KEY"] ?? "";
const keychain = osKeychain();
const steps: Readonly<Record<string, () => Promise<string>>> = {
  set: () => keychain.set("default", key).then(() => "kept"),
  get: async () => ((await keychain.get("default")) === key ? "the same" : "nothing"),
  delete: () => keychain.delete("default").then(() => "deleted"),
};
const said = await steps[process.argv[2] ?? ""]?.().catch((thrown: unknown) => String(thrown));
process.stdout.write(`${JSON.stringify({ said })}\n`);
process.exit(0);
