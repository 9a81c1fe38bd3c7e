import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, readPageFile } from "../../../../electron/app/page-files.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

async function page(): Promise<string> {
  const folder = await temporaryFolder();
  const root = path.join(folder, "page");
  fs.mkdirSync(path.join(root, "assets"), { recursive: true });
  fs.mkdirSync(path.join(folder, "page-beside"));
  fs.writeFileSync(path.join(folder, "secret.json"), "secret");
  fs.writeFileSync(path.join(folder, "page-beside", "secret.json"), "secret");
  fs.writeFileSync(
    path.join(root, "index.html"),
    '<style nonce="__CSP_NONCE__"></style><meta content="__CSP_NONCE__">',
  );
  fs.writeFileSync(path.join(root, "assets", "app.js"), "const nonce = '__CSP_NONCE__';");
  fs.writeFileSync(path.join(root, "assets", "name with space.css"), "a{}");
  fs.writeFileSync(path.join(root, ".env"), "secret");
  fs.writeFileSync(path.join(root, "data.sqlite"), "secret");
  return root;
}

describe("readPageFile", () => {
  it("serves the page for / with the nonce wherever one belongs, and files as they are", async () => {
    const root = await page();
    const index = await readPageFile(root, "/", "N0");
    expect(index?.type).toMatch(/^text\/html/);
    expect(index?.body.toString()).toBe('<style nonce="N0"></style><meta content="N0">');
    expect((await readPageFile(root, "/assets/app.js", "N0"))?.body.toString()).toContain("__CSP_NONCE__");
    expect((await readPageFile(root, "/assets/name%20with%20space.css", "N0"))?.type).toMatch(/^text\/css/);
  });

  it.each([
    "/../secret.json",
    "/%2e%2e/secret.json",
    "/%2E%2E%2Fsecret.json",
    "/assets/../../secret.json",
    "/..%2f..%2f..%2fetc%2fpasswd",
    "/../page-beside/secret.json",
    "//etc/passwd",
    "/%00/index.html",
    "/index.html%00.js",
    "/%zz",
    "/.env",
    "/data.sqlite",
    "/assets",
    "/missing.js",
    "",
  ])("answers nothing for %s", async (address) => {
    expect(await readPageFile(await page(), address, "N0")).toBeNull();
  });

  it("answers nothing for the absolute path of a file that exists", async () => {
    const root = await page();
    expect(await readPageFile(root, path.join(root, "..", "secret.json"), "N0")).toBeNull();
    expect(
      await readPageFile(root, encodeURIComponent(path.join(root, "..", "secret.json")), "N0"),
    ).toBeNull();
  });
});

describe("contentSecurityPolicy", () => {
  it("forbids all but the page's own files, and inline styles without the nonce", () => {
    const policy = new Map(
      contentSecurityPolicy("N0", "'none'")
        .split("; ")
        .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1).join(" ")]),
    );
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("script-src")).toBe("'self'");
    expect(policy.get("style-src")).toBe("'self' 'nonce-N0'");
    expect(policy.get("connect-src")).toBe("'none'");
    for (const rule of ["base-uri", "form-action", "frame-ancestors"])
      expect(policy.get(rule)).toBe("'none'");
    expect([...policy.values()].join(" ")).not.toMatch(/unsafe|\*|https?:/);
  });
});
