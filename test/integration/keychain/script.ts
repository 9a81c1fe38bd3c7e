import { osKeychain } from "../../../electron/base/keychain/keychain.ts";
import { KeyVault } from "../../../electron/base/keychain/key-vault.ts";

/**
 * The script of keychain.test.ts in its own session. It prints the outcomes for a key as one line of JSON. The
 * key is in the environment, so that no command line and no file contains it.
 */
const key = process.env["CANARY_KEY"] ?? "";
const BASE = "https://inventory.example/v1";
const keychain = osKeychain();
const found: Record<string, unknown> = {};

const vault = new KeyVault(keychain);
found["before"] = await vault.load("default", BASE);
found["stored"] = (await vault.store("default", BASE, `${key}-old`)).place;
const { place, problem } = await vault.store("default", BASE, key);
found["replaced"] = { place, problem };
await vault.store("other", BASE, `${key}-other`);
// The vault of the next start has only the keychain's keys.
const next = await new KeyVault(osKeychain()).load("default", BASE);
found["next"] = { place: next.place, same: next.key === key, problem: next.problem };
found["inSession"] = (await vault.load("default", BASE)).key === key;
found["forgotten"] = await vault.forget("default").then(
  () => "forgotten",
  (thrown: unknown) => String(thrown),
);
const after = await new KeyVault(osKeychain()).load("default", BASE);
found["after"] = after.key;
found["other"] = (await new KeyVault(osKeychain()).load("other", BASE)).key === `${key}-other`;
// A key moves from one connection to another; the first connection has no key afterwards.
const moved = await vault.move("other", "third", BASE, `${key}-other`).then(
  (held) => held.place,
  (thrown: unknown) => String(thrown),
);
const then = new KeyVault(osKeychain());
// The base URL was changed to another origin.
found["elsewhere"] = await then.load("third", "https://inventory.example.evil/v1");
found["moved"] = [
  moved,
  (await then.load("other", BASE)).key,
  (await then.load("third", BASE)).key === `${key}-other`,
];
process.stdout.write(`${JSON.stringify(found)}\n`);
// A library that is still waiting for a bus must not keep the process alive.
process.exit(0);
