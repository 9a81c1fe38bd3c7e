import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../../electron/hosts/desktop/updates/update-manifest.ts";
import { ROOT } from "../../helpers/child.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { manifestText } from "../../helpers/update-server.ts";

const run = promisify(execFile);
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const built = publicKey.export({ format: "pem", type: "spki" }).toString();

const sign = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  run(process.execPath, [path.join(ROOT, "scripts/sign-manifests.ts"), ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });

async function release(): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of ["latest.yml", "latest-linux-arm64.yml", "beta-mac.yml", "builder-debug.yml"])
    await fs.writeFile(
      path.join(folder, name),
      manifestText("1.3.0", "Stockdeck-1.3.0.AppImage", Buffer.from("x")),
    );
  return folder;
}

describe("npm run sign-release", () => {
  it("sign-release signs each manifest for its own name", async () => {
    const folder = await release();
    await sign([folder], { STOCKDECK_SIGNING_KEY: pem, STOCKDECK_UPDATE_KEY: built });
    const names = await fs.readdir(folder);
    expect(names.filter((name) => name.endsWith(".sig"))).toEqual([
      "beta-mac.yml.sig",
      "latest-linux-arm64.yml.sig",
      "latest.yml.sig",
    ]);
    const read = async (name: string): Promise<string> => fs.readFile(path.join(folder, name), "utf8");
    const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    const text = await read("latest.yml");
    const manifest = { name: "latest.yml", text, signature: await read("latest.yml.sig") };
    await expect(readManifest(manifest, key)).resolves.toMatchObject({ version: "1.3.0" });
    await expect(readManifest({ ...manifest, name: "beta-mac.yml" }, key)).rejects.toThrow("not signed");
  });

  it("sign-release reads the key from a file", async () => {
    const folder = await release();
    const file = path.join(folder, "key.pem");
    await fs.writeFile(file, pem);
    const { stdout } = await sign(["--key", file, folder], {});
    expect(stdout).toContain("latest.yml.sig");
  });

  it("sign-release refuses an unknown key, a wrong key type or a missing manifest", async () => {
    const folder = await release();
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString();
    await expect(sign([folder], { STOCKDECK_SIGNING_KEY: pem, STOCKDECK_UPDATE_KEY: other })).rejects.toThrow(
      "does not belong to STOCKDECK_UPDATE_KEY",
    );
    expect((await fs.readdir(folder)).filter((name) => name.endsWith(".sig"))).toEqual([]);
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const wrong = rsa.export({ format: "pem", type: "pkcs8" }).toString();
    await expect(sign([folder], { STOCKDECK_SIGNING_KEY: wrong })).rejects.toThrow("no Ed25519 key");
    await expect(sign([folder], {})).rejects.toThrow("No private key");
    await expect(sign([await temporaryFolder()], { STOCKDECK_SIGNING_KEY: pem })).rejects.toThrow(
      "no manifest",
    );
  });
});
