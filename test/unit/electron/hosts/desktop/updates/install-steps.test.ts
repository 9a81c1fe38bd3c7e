import { createHash } from "node:crypto";
import { fstatSync, readFileSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { replaceAppImage } from "../../../../../../electron/hosts/desktop/updates/install-steps.ts";
import { updateFailure } from "../../../../../../electron/hosts/desktop/updates/fetch-manifest.ts";
import { temporaryFolder } from "../../../../../helpers/temporary-folder.ts";

const NEW = Buffer.from("the new one");
const HASH = createHash("sha512").update(NEW).digest("base64");

async function files(): Promise<{ downloaded: string; apps: string; appImage: string }> {
  const folder = await temporaryFolder();
  const apps = path.join(folder, "apps");
  await fs.mkdir(apps);
  const appImage = path.join(apps, "Stockdeck.AppImage");
  const downloaded = path.join(folder, "downloaded");
  await fs.writeFile(appImage, "the old one");
  await fs.writeFile(downloaded, NEW);
  return { downloaded, apps, appImage };
}

it("an AppImage is replaced in one step and is executable", async () => {
  const { downloaded, apps, appImage } = await files();
  await replaceAppImage(downloaded, appImage, HASH);
  expect(await fs.readFile(appImage)).toEqual(NEW);
  expect((await fs.stat(appImage)).mode & 0o777).toBe(0o755);
  expect(await fs.readdir(apps)).toEqual(["Stockdeck.AppImage"]);
  await expect(fs.stat(downloaded)).rejects.toThrow("ENOENT");
});

it("the new AppImage is on disk before it replaces the old AppImage", async () => {
  const { downloaded, appImage } = await files();
  const probe = await fs.open(downloaded, "r");
  const handles = Object.getPrototypeOf(probe) as fs.FileHandle;
  await probe.close();
  const steps: string[] = [];
  const sync = Reflect.get(handles, "sync");
  // The calls are only watched: each call still reaches the disk.
  const watched = vi.spyOn(handles, "sync").mockImplementation(async function (this: fs.FileHandle) {
    const what = fstatSync(this.fd).isDirectory() ? "folder" : "file";
    const inPlace = readFileSync(appImage, "utf8");
    await sync.call(this);
    steps.push(`${what} synced beside ${inPlace}`);
  });
  onTestFinished(() => watched.mockRestore());
  await replaceAppImage(downloaded, appImage, HASH);
  expect(steps).toEqual(["file synced beside the old one", "folder synced beside the new one"]);
});

it("the old AppImage does not change if the download is wrong or missing", async () => {
  const { downloaded, apps, appImage } = await files();
  await fs.appendFile(downloaded, "!");
  await expect(replaceAppImage(downloaded, appImage, HASH)).rejects.toMatchObject({
    error: { kind: "update_refused" },
  });
  await fs.rm(downloaded);
  await expect(replaceAppImage(downloaded, appImage, HASH)).rejects.toThrow("ENOENT");
  expect(await fs.readFile(appImage, "utf8")).toBe("the old one");
  expect(await fs.readdir(apps)).toEqual(["Stockdeck.AppImage"]);
});

it("each update failure has the right kind and reason", () => {
  const failure = (part: object): unknown => updateFailure(Object.assign(new Error("x"), part)).error;
  expect(failure({ code: "ENOSPC" })).toMatchObject({ kind: "store", reason: "full" });
  expect(failure({ code: "EROFS" })).toMatchObject({ kind: "store", reason: "not_writable" });
  expect(failure({ code: "ERR_CHECKSUM_MISMATCH" })).toMatchObject({ kind: "update_refused" });
  expect(failure({ code: "ERR_UPDATER_INVALID_SIGNATURE" })).toMatchObject({ kind: "update_refused" });
  expect(failure({ message: "net::ERR_INTERNET_DISCONNECTED" })).toMatchObject({
    kind: "network",
    reason: "offline",
  });
  expect(failure({ message: 'Cannot download "https://a/b", status 404: Not Found' })).toMatchObject({
    kind: "not_found",
  });
  expect(updateFailure("a text").error).toMatchObject({ kind: "network", reason: "other" });
});
