import { onTestFinished, describe, expect, it } from "vitest";
import {
  fetchManifest,
  type UpdateFetch,
} from "../../../../../../electron/hosts/desktop/updates/fetch-manifest.ts";
import { publisherKeys, UpdateServer } from "../../../../../helpers/update-server.ts";

const NAME = "latest-linux.yml";
const { privateKey } = publisherKeys();
const file = Buffer.from("an AppImage");
const nodeFetch: UpdateFetch = (url, init) => fetch(url, init);

async function server(): Promise<UpdateServer> {
  const started = new UpdateServer();
  await started.start();
  onTestFinished(() => started.stop());
  return started;
}

describe("a generic update server", () => {
  it("a generic update server has manifest, signature and files in one folder", async () => {
    const at = await server();
    at.publish(NAME, { version: "1.3.0", file, privateKey });
    const { manifest, filesOf } = await fetchManifest(nodeFetch, at, NAME);
    expect(manifest.name).toBe(NAME);
    expect(manifest.text).toBe(String(at.files.get(`/${NAME}`)));
    expect(manifest.signature).toBe(String(at.files.get(`/${NAME}.sig`)));
    expect(filesOf("1.3.0")).toBe(`${at.url}/`);
  });

  it("the update check reports a missing release or signature", async () => {
    const at = await server();
    await expect(fetchManifest(nodeFetch, at, NAME)).rejects.toMatchObject({ error: { kind: "not_found" } });
    at.publish(NAME, { version: "1.3.0", file, privateKey });
    at.files.delete(`/${NAME}.sig`);
    await expect(fetchManifest(nodeFetch, at, NAME)).rejects.toMatchObject({ error: { kind: "not_found" } });
  });

  it("the update check stops reading a response that is too large", async () => {
    const at = await server();
    at.publish(NAME, { version: "1.3.0", file, privateKey });
    at.files.set(`/${NAME}`, Buffer.alloc(64 * 1024 + 1));
    await expect(fetchManifest(nodeFetch, at, NAME)).rejects.toThrow("answer is too large");
    at.publish(NAME, { version: "1.3.0", file, privateKey });
    at.files.set(`/${NAME}.sig`, Buffer.alloc(1025));
    await expect(fetchManifest(nodeFetch, at, NAME)).rejects.toThrow("answer is too large");
  });

  it("the update check says why the server cannot be reached", async () => {
    const at = await server();
    const { url } = at;
    await at.stop();
    await expect(fetchManifest(nodeFetch, { url }, NAME)).rejects.toMatchObject({
      error: { kind: "network", reason: "refused" },
    });
  });
});

describe("releases on GitHub", () => {
  const source = { url: "github:acme/stockdeck" };

  it("the update check follows GitHub's redirects to the latest release", async () => {
    const at = await server();
    const [web, api] = [`${at.url}/web`, `${at.url}/api`];
    const latest = "/web/acme/stockdeck/releases/latest/download";
    for (const suffix of ["", ".sig"]) at.redirects.set(`${latest}/${NAME}${suffix}`, `/asset${suffix}`);
    at.files.set("/asset", Buffer.from("the manifest"));
    at.files.set("/asset.sig", Buffer.from("the signature"));
    const { manifest, filesOf } = await fetchManifest(nodeFetch, source, NAME, { web, api });
    expect(manifest).toEqual({ name: NAME, text: "the manifest", signature: "the signature" });
    expect(filesOf("1.3.0")).toBe(`${web}/acme/stockdeck/releases/download/v1.3.0/`);
  });

  it("the update check for betas takes the newest release with a beta manifest", async () => {
    const at = await server();
    const [web, api] = [`${at.url}/web`, `${at.url}/api`];
    const releases = [
      { tag_name: "v../../evil", assets: [{ name: "beta-linux.yml" }] },
      { tag_name: "v1.5.0", assets: [{ name: "latest.yml" }] },
      { tag_name: "v1.4.0-beta.2", assets: [{ name: "beta-linux.yml" }] },
      { tag_name: "v1.4.0-beta.1", assets: [{ name: "beta-linux.yml" }] },
    ];
    at.files.set("/api/repos/acme/stockdeck/releases", Buffer.from(JSON.stringify(releases)));
    const folder = "/web/acme/stockdeck/releases/download/v1.4.0-beta.2/";
    at.files.set(`${folder}beta-linux.yml`, Buffer.from("the manifest"));
    at.files.set(`${folder}beta-linux.yml.sig`, Buffer.from("the signature"));
    const { manifest, filesOf } = await fetchManifest(nodeFetch, source, "beta-linux.yml", { web, api });
    expect(manifest.text).toBe("the manifest");
    expect(filesOf("1.4.0-beta.2")).toBe(`${at.url}${folder}`);
  });

  it.each(["no JSON", "{}", "null", '[null, 7, {"tag_name": 1}]', "[]"])(
    "the update check finds no release in a list that is %s",
    async (list) => {
      const at = await server();
      at.files.set("/api/repos/acme/stockdeck/releases", Buffer.from(list));
      const github = { web: at.url, api: `${at.url}/api` };
      await expect(fetchManifest(nodeFetch, source, "beta.yml", github)).rejects.toMatchObject({
        error: { kind: "not_found" },
      });
    },
  );
});
