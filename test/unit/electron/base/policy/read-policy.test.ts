import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  policyFile,
  readPolicy,
  readTrustedFile,
  parsePolicy,
} from "../../../../../electron/base/policy/read-policy.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

/** A folder in place of `/`, with a policy file that contains a text. */
async function rootWith(text: string): Promise<{ readonly root: string; readonly file: string }> {
  const root = await temporaryFolder();
  const file = path.join(root, "etc/stockdeck/policy.json");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode: 0o644 });
  return { root, file };
}

describe("a policy file", () => {
  it.each([
    ["nothing", "{}", {}],
    [
      "everything",
      `{ "baseUrl": " https://inventory.example/v1/ ", "updates": { "allowed": false, "channel": "beta" },
         "exportFolders": ["/srv/exports", "/srv/other"] }`,
      {
        baseUrl: "https://inventory.example/v1",
        updates: { allowed: false, channel: "beta" },
        exportFolders: ["/srv/exports", "/srv/other"],
      },
    ],
    ["a part", `{ "updates": { "allowed": true } }`, { updates: { allowed: true } }],
  ])("a policy file that sets %s is read", async (_what, text, policy) => {
    expect(readPolicy((await rootWith(text)).root)).toEqual({ policy });
  });

  it("a missing policy file sets no policy", async () => {
    expect(readPolicy(await temporaryFolder())).toEqual({ policy: {} });
  });

  it("a policy file may begin with a byte order mark", () => {
    expect(parsePolicy(`\ufeff{ "updates": { "allowed": false } }`)).toEqual({ updates: { allowed: false } });
  });

  it.each([
    ["", "It is not JSON."],
    [`{ "baseUrl": `, "It is not JSON."],
    ["[]", "The policy: expected object, received array."],
    ["null", "The policy: expected object, received null."],
    [`{ "baseURL": "https://a.example" }`, "There is no setting “baseURL”."],
    [`{ "updates": { "alowed": true } }`, "There is no setting “updates.alowed”."],
    [`{ "baseUrl": 7 }`, "baseUrl: expected string, received number."],
    [`{ "baseUrl": "http://inventory.example" }`, "baseUrl: The base URL must begin with https://."],
    [`{ "baseUrl": "inventory.example" }`, "baseUrl: The base URL is not a URL."],
    [`{ "updates": { "channel": "nightly" } }`, "updates.channel: "],
    [`{ "updates": { "allowed": "no" } }`, "updates.allowed: expected boolean, received string."],
    [`{ "exportFolders": "/srv" }`, "exportFolders: expected array, received string."],
    [`{ "exportFolders": [] }`, "exportFolders: "],
    [
      `{ "mail": { "server": { "host": "mail.example.com.", "port": 465, "security": "tls" } } }`,
      "mail.server.host: ",
    ],
    [
      `{ "mail": { "server": { "host": "mail.example.com", "port": 465, "security": "tls", "authority": "ca.pem" } } }`,
      "mail.server.authority: “ca.pem” is not the whole path of a file.",
    ],
    [
      `{ "exportFolders": ["/srv", "exports"] }`,
      "exportFolders: “exports” is not the whole path of a folder.",
    ],
    [`{ "exportFolders": [""] }`, "exportFolders.0: "],
    [" ".repeat(70_000), "It is larger than 64 KB."],
  ])("a policy file with %.60j is refused with the file and the error", async (text, fault) => {
    const { root, file } = await rootWith(text);
    const read = readPolicy(root);
    expect(read).toEqual({
      problem: expect.stringContaining(`cannot be used: ${file}. ${fault}`) as string,
    });
    expect(read).toEqual({ problem: expect.stringMatching(/Ask your administrator\.$/) as string });
  });
});

it.each([
  ["linux", "/opt/Stockdeck/stockdeck", "/etc/stockdeck/policy.json", [0]],
  [
    "darwin",
    "/Applications/Stockdeck.app/Contents/MacOS/Stockdeck",
    "/Library/Application Support/Stockdeck/policy.json",
    [0],
  ],
  [
    "win32",
    String.raw`C:\Program Files\Stockdeck\Stockdeck.exe`,
    String.raw`C:\Program Files\Stockdeck\policy.json`,
    null,
  ],
] as const)(
  "only administrators can write to the policy file's folder on %s",
  (platform, executable, file, owners) => {
    expect(policyFile(platform, executable)).toEqual({ file, owners });
  },
);

describe("policy files that ordinary users may have written", () => {
  const own = process.getuid?.() ?? 0;

  it("a policy file of another user is refused", async () => {
    const { file } = await rootWith("{}");
    expect(readTrustedFile(file, [own])).toBe("{}");
    expect(() => readTrustedFile(file, [own + 1])).toThrow("It does not belong to root.");
  });

  it("a policy file is read without checks on a system without owners and modes", async () => {
    const { file } = await rootWith("{}");
    fs.chmodSync(file, 0o666);
    expect(readTrustedFile(file, null)).toBe("{}");
    expect(readTrustedFile(`${file}.none`, null)).toBeNull();
    expect(() => readTrustedFile(path.dirname(file), null)).toThrow("It is not a file.");
  });

  it.each([
    ["itself", 0o664],
    ["itself", 0o646],
    ["its folder", 0o775],
    ["its folder", 0o757],
  ])("a policy file is refused if other users can write to %s (%o)", async (which, mode) => {
    const { root, file } = await rootWith("{}");
    fs.chmodSync(which === "itself" ? file : path.dirname(file), mode);
    expect(readPolicy(root)).toEqual({
      problem: expect.stringContaining("can be written to by others") as string,
    });
  });

  it("the app checks owner and mode of a linked policy file's target", async () => {
    const { root, file } = await rootWith("{}");
    const target = path.join(root, "kept", "policy.json");
    fs.mkdirSync(path.dirname(target));
    fs.renameSync(file, target);
    fs.symlinkSync(target, file);
    expect(readPolicy(root)).toEqual({ policy: {} });
    fs.chmodSync(target, 0o666);
    expect(readPolicy(root)).toEqual({
      problem: expect.stringContaining("It can be written to by others") as string,
    });
    fs.chmodSync(target, 0o644);
    fs.chmodSync(path.dirname(target), 0o777);
    expect(readPolicy(root)).toEqual({
      problem: expect.stringContaining(`Its folder ${path.dirname(target)} can be written to`) as string,
    });
  });

  it("a dangling link, a folder or a pipe is refused as a policy file", async () => {
    const { root, file } = await rootWith("{}");
    fs.rmSync(file);
    fs.symlinkSync("/nonexistent/policy.json", file);
    expect(readPolicy(root)).toEqual({
      problem: expect.stringContaining("It cannot be read (ENOENT)") as string,
    });
    fs.rmSync(file);
    fs.mkdirSync(file);
    expect(readPolicy(root)).toEqual({ problem: expect.stringContaining("It is not a file.") as string });
    fs.rmdirSync(file);
    execFileSync("mkfifo", [file]);
    expect(readPolicy(root)).toEqual({ problem: expect.stringContaining("It is not a file.") as string });
    expect(readPolicy(path.join(root, "etc/stockdeck"))).toEqual({ policy: {} });
    fs.writeFileSync(path.join(root, "etc/stockdeck/etc"), "");
    expect(readPolicy(path.join(root, "etc/stockdeck"))).toEqual({
      problem: expect.stringContaining("It cannot be read (ENOTDIR)") as string,
    });
  });
});
