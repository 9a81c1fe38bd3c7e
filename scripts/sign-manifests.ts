import { createPrivateKey, createPublicKey } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  isSigned,
  SIGNATURE_SUFFIX,
  signManifest,
} from "../electron/hosts/desktop/updates/update-manifest.ts";
import { publicKeyOf } from "../electron/hosts/desktop/updates/update-source.ts";

/**
 * `npm run sign-release -- [--key FILE] [FOLDER]`: signs the manifests of a release, `latest*.yml` and
 * `beta*.yml`, each into a file next to it. The private key is a PEM (PKCS 8) in the key file, else in
 * STOCKDECK_SIGNING_KEY. If STOCKDECK_UPDATE_KEY is set, it is the public key in the builds, and the script
 * fails if that key does not verify a signature. The script uses no package, so no package can read the private
 * key.
 */
const { values, positionals } = parseArgs({ options: { key: { type: "string" } }, allowPositionals: true });
const folder = positionals[0] ?? "release";
const pem = values.key ? fs.readFileSync(values.key, "utf8") : process.env["STOCKDECK_SIGNING_KEY"];
if (!pem) throw new Error("No private key: name its file with --key, or set STOCKDECK_SIGNING_KEY.");
const privateKey = createPrivateKey(pem);
if (privateKey.asymmetricKeyType !== "ed25519") throw new Error("The private key is no Ed25519 key.");
const built = process.env["STOCKDECK_UPDATE_KEY"];
const publicKey = built ? publicKeyOf(built) : createPublicKey(privateKey);
const names = fs.readdirSync(folder).filter((name) => /^(latest|beta)[a-z0-9-]*\.yml$/.test(name));
if (names.length === 0) throw new Error(`There is no manifest in ${folder}.`);
for (const name of names) {
  const bytes = fs.readFileSync(path.join(folder, name));
  const signature = signManifest(name, bytes, privateKey);
  if (!isSigned(name, bytes, signature, publicKey))
    throw new Error("The private key does not belong to STOCKDECK_UPDATE_KEY, which the builds have.");
  fs.writeFileSync(path.join(folder, `${name}${SIGNATURE_SUFFIX}`), signature);
  console.log(`${name}${SIGNATURE_SUFFIX}`);
}
