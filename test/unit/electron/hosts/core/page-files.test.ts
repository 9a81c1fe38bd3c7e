import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { contentSecurityPolicy, readPageFile } from "../../../../../electron/hosts/core/page-files.ts";
import { setCatalogue } from "../../../../../shared/base/text/catalogue.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

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
  fs.writeFileSync(path.join(root, "100%.js"), "secret");
  fs.writeFileSync(path.join(root, "assets\\app.js"), "secret");
  fs.writeFileSync(path.join(root, "index.html::$DATA.js"), "secret");
  fs.mkdirSync(path.join(root, "C:"));
  fs.writeFileSync(path.join(root, "C:", "secret.json"), "secret");
  fs.writeFileSync(path.join(root, ".env"), "secret");
  fs.writeFileSync(path.join(root, "data.sqlite"), "secret");
  return root;
}

describe("readPageFile()", () => {
  it("readPageFile() adds the nonce to the page and serves other files unchanged", async () => {
    const root = await page();
    const index = await readPageFile(root, "/", "N0");
    expect(index?.type).toMatch(/^text\/html/);
    expect(index?.body.toString()).toBe('<style nonce="N0"></style><meta content="N0">');
    expect((await readPageFile(root, "/assets/app.js", "N0"))?.body.toString()).toContain("__CSP_NONCE__");
    expect((await readPageFile(root, "/assets/name%20with%20space.css", "N0"))?.type).toMatch(/^text\/css/);
  });

  it("readPageFile() adds the language of the process and the script with its texts before the first module", async () => {
    const root = await page();
    fs.writeFileSync(
      path.join(root, "index.html"),
      '<html lang="en" dir="ltr"><script type="module" src="./a.js"></script>',
    );
    const html = async (): Promise<string | undefined> =>
      (await readPageFile(root, "/index.html", "N0"))?.body.toString();
    expect(await html()).toBe('<html lang="en" dir="ltr"><script type="module" src="./a.js"></script>');
    setCatalogue({ language: "pt-BR", texts: {} });
    onTestFinished(() => setCatalogue(null));
    expect(await html()).toBe(
      '<html lang="pt-BR" dir="ltr"><script src="./languages/pt-BR.js"></script><script type="module" src="./a.js"></script>',
    );
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
    // Separators, drives and streams of Windows. On this system they are part of a name.
    "/assets%5capp.js",
    "/assets%5Capp.js",
    "/..%5c..%5csecret.json",
    "/C:/secret.json",
    "/c%3a/secret.json",
    "/C:%5csecret.json",
    "/index.html::$DATA.js",
    "/%5c%5cserver%5cshare%5capp.js",
    // Double encoding, and a folder's parent in a path that leads back into the folder.
    "/%252e%252e/secret.json",
    "/%255c..%255csecret.json",
    "/assets%252fapp.js",
    "/100%25.js",
    "/assets/../assets/app.js",
    "/%2e%2e/page/index.html",
    "/assets/%2e%2e/index.html",
    "/%2e%2e%2fpage/index.html",
    "/assets/app.js%00.css",
    "/assets/%C0%AE%C0%AE/index.html",
    "",
  ])("readPageFile() serves no file for %s", async (address) => {
    expect(await readPageFile(await page(), address, "N0")).toBeNull();
  });

  it("readPageFile() serves no file for an absolute path", async () => {
    const root = await page();
    expect(await readPageFile(root, path.join(root, "..", "secret.json"), "N0")).toBeNull();
    expect(
      await readPageFile(root, encodeURIComponent(path.join(root, "..", "secret.json")), "N0"),
    ).toBeNull();
  });
});

describe("symbolic links in the page's folder", () => {
  it("readPageFile() follows symbolic links only inside the page's folder", async () => {
    const root = await page();
    fs.symlinkSync("app.js", path.join(root, "assets", "inside.js"));
    fs.symlinkSync(path.join("..", "..", "secret.json"), path.join(root, "assets", "file.json"));
    fs.symlinkSync(path.join(root, "..", "page-beside"), path.join(root, "folder"));
    fs.symlinkSync(path.join(root, "assets", "file.json"), path.join(root, "twice.json"));
    fs.symlinkSync("loop.js", path.join(root, "loop.js"));
    expect(await readPageFile(root, "/assets/inside.js", "N0")).not.toBeNull();
    for (const address of ["/assets/file.json", "/folder/secret.json", "/twice.json", "/loop.js"])
      expect([address, await readPageFile(root, address, "N0")]).toEqual([address, null]);
  });

  it("the page's folder may be a symbolic link", async () => {
    const root = await page();
    fs.symlinkSync(root, `${root}-link`);
    expect(await readPageFile(`${root}-link`, "/assets/app.js", "N0")).not.toBeNull();
  });
});

describe("contentSecurityPolicy()", () => {
  it("contentSecurityPolicy() allows only own files, and inline styles with the nonce", () => {
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
