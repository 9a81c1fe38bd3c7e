import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../../../../../electron/base/log.ts";
import { DEFAULT_UPDATE_POLICY } from "../../../../../../electron/hosts/desktop/updates/update-source.ts";
import {
  UpdateService,
  type Release,
  type UpdateServiceOptions,
} from "../../../../../../electron/hosts/desktop/updates/update-service.ts";
import type { UpdateState } from "../../../../../../shared/features/updates/updates.ts";
import { virtualClock, type VirtualClock } from "../../../../../helpers/virtual-clock.ts";
import { temporaryFolder } from "../../../../../helpers/temporary-folder.ts";
import { publisherKeys, UpdateServer } from "../../../../../helpers/update-server.ts";

const NAME = "latest-linux.yml";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const keys = publisherKeys();
const file = Buffer.from("an AppImage");
const log = createLog(() => {});

let server: UpdateServer;
let folder: string;
let clock: VirtualClock;
/** The calls of the installer. */
let installed: {
  release: Release | null;
  restart: boolean | null;
  failure: Error | null;
  quits: number;
  relaunches: number;
};
const opened: string[] = [];

beforeEach(async () => {
  server = new UpdateServer();
  await server.start();
  folder = await temporaryFolder();
  clock = virtualClock();
  installed = { release: null, restart: null, failure: null, quits: 0, relaunches: 0 };
  opened.length = 0;
  return () => server.stop();
});

const publish = (version: string, name = NAME): string =>
  server.publish(name, { version, file, privateKey: keys.privateKey });

/** Uses real HTTP, signatures and files, and records the installations that Electron would run. */
function service(more: Partial<UpdateServiceOptions> = {}): UpdateService {
  const made = new UpdateService({
    policy: DEFAULT_UPDATE_POLICY,
    source: { url: server.url, key: keys.publicKey, page: "https://stockdeck.example/download" },
    way: "install",
    version: "1.2.0",
    platform: "linux",
    arch: "x64",
    folder,
    fetch: (url, init) => fetch(url, init),
    clock,
    installer: {
      download: async (release, onProgress) => {
        if (installed.failure) throw installed.failure;
        installed.release = release;
        onProgress(file.length, file.length);
      },
      install: async (restart) => {
        if (installed.failure) throw installed.failure;
        installed.restart = restart;
      },
      relaunch: () => void (installed.relaunches += 1),
    },
    openPage: async (page) => void opened.push(page),
    quit: () => (installed.quits += 1),
    ...more,
  });
  onTestFinished(() => made.installAtEnd("export"));
  return made;
}

/** Resolves once the state is as given. */
const until = (of: UpdateService, holds: (state: UpdateState) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (holds(of.state)) resolve();
    };
    of.subscribe(look);
    look();
  });
const downloaded = async (from: UpdateService): Promise<UpdateState> => {
  await from.check();
  from.download();
  await until(from, ({ step }) => step !== "downloading");
  return from.state;
};
const checks = (): number => server.requests.filter((asked) => asked.endsWith(".yml")).length;
/** Starts a service, which then waits for its first check. */
const begin = async (updates: UpdateService): Promise<void> => {
  void updates.start(log);
  await clock.settle();
};
/** Starts a service, and waits for the reason why the last installation failed. */
const told = async (updates: UpdateService): Promise<void> => {
  void updates.start(log);
  await until(updates, ({ error }) => error !== null);
};

describe("update checks", () => {
  it("the app checks for updates a minute after the start, then daily", async () => {
    publish("1.2.0");
    const updates = service();
    updates.setAutomatic(true);
    await begin(updates);
    await clock.advance(MINUTE - 1);
    expect(checks()).toBe(0);
    await clock.advance(1);
    await until(updates, ({ lastCheck }) => lastCheck !== null);
    expect(checks()).toBe(1);
    const { lastCheck: first } = updates.state;
    await clock.settle();
    for (let hour = 0; hour < 23; hour += 1) await clock.advance(HOUR);
    expect(checks()).toBe(1);
    await clock.advance(HOUR);
    await until(updates, ({ lastCheck }) => lastCheck !== first);
    expect(checks()).toBe(2);
  });

  it("a new start does not check for updates again within a day, unless the check failed", async () => {
    publish("1.2.0");
    const first = service();
    await first.check();
    const second = service();
    second.setAutomatic(true);
    await begin(second);
    await clock.advance(MINUTE);
    await clock.advance(HOUR);
    expect(checks()).toBe(1);
    expect(second.state.lastCheck).toBe("2026-01-01T00:00:00.000Z");
    fs.rmSync(path.join(folder, "updates.json"));
    server.files.clear();
    const third = service();
    third.setAutomatic(true);
    await begin(third);
    await clock.advance(MINUTE);
    await until(third, ({ error }) => error?.kind === "not_found");
    await clock.settle();
    publish("1.3.0");
    await clock.advance(HOUR);
    await until(third, ({ version }) => version === "1.3.0");
  });

  it("the app does not check automatically if the setting is off", async () => {
    const updates = service();
    updates.setAutomatic(false);
    await begin(updates);
    await clock.advance(MINUTE);
    for (let hour = 0; hour < 48; hour += 1) await clock.advance(HOUR);
    expect(server.requests).toEqual([]);
    publish("1.3.0");
    expect(await updates.check()).toMatchObject({ step: "available", version: "1.3.0" });
  });

  it("concurrent update checks share one request", async () => {
    publish("1.3.0");
    const updates = service();
    const states = await Promise.all([updates.check(), updates.check()]);
    expect(states.map(({ version }) => version)).toEqual(["1.3.0", "1.3.0"]);
    expect(checks()).toBe(1);
  });

  it("the app never checks for updates if the administrator or the build forbids it", async () => {
    publish("1.3.0");
    const forbidden = service({ policy: { allowed: false, channel: "latest" } });
    const without = service({ source: null });
    for (const [updates, way, why] of [
      [forbidden, "administrator", "Updates are switched off by your administrator."],
      [without, "build", "This build does not update itself."],
    ] as const) {
      updates.setAutomatic(true);
      await updates.start(log);
      expect(updates.state.way).toBe(way);
      expect(() => updates.check()).toThrow(why);
      expect(() => updates.download()).toThrow(why);
    }
    expect(clock.sleeping).toBe(0);
    expect(server.requests).toEqual([]);
  });

  it("an update check uses the policy's channel", async () => {
    publish("1.3.0");
    publish("1.4.0-beta.1", "beta-linux.yml");
    const updates = service({ policy: { allowed: true, channel: "beta" } });
    expect(await updates.check()).toMatchObject({ version: "1.4.0-beta.1" });
  });
});

describe("offered versions", () => {
  it("the app never offers its own or an older version", async () => {
    const updates = service();
    for (const version of ["1.1.9", "1.2.0-beta.9", "1.2.0"]) {
      publish(version);
      expect(await updates.check()).toMatchObject({ step: "idle", version: null, error: null });
      expect(() => updates.download()).toThrow("There is no update to download.");
    }
  });

  it("a version older than the last offered version is refused", async () => {
    publish("1.4.0");
    await service().check();
    publish("1.3.0");
    const again = await service().check();
    expect(again).toMatchObject({ step: "idle", version: null, error: { kind: "update_refused" } });
    expect(again.error?.message).toContain("offers Stockdeck 1.3.0, although it offered 1.4.0 before");
    publish("1.4.1");
    expect(await service().check()).toMatchObject({ step: "available", version: "1.4.1", error: null });
  });

  it("the highest offered version is stored per channel in a private file", async () => {
    publish("1.4.0-beta.1", "beta-linux.yml");
    await service({ policy: { allowed: true, channel: "beta" } }).check();
    publish("1.3.0");
    expect(await service().check()).toMatchObject({ version: "1.3.0", error: null });
    const memory = path.join(folder, "updates.json");
    expect(fs.statSync(memory).mode & 0o777).toBe(0o600);
    expect(JSON.parse(fs.readFileSync(memory, "utf8"))).toMatchObject({
      highest: { latest: "1.3.0", beta: "1.4.0-beta.1" },
    });
    fs.writeFileSync(memory, "{");
    expect(await service().check()).toMatchObject({ version: "1.3.0" });
  });

  it("a postponed update stays hidden until a newer version appears", async () => {
    publish("1.3.0");
    const updates = service();
    await updates.check();
    updates.postpone();
    expect(await updates.check()).toMatchObject({ version: "1.3.0", postponed: true });
    publish("1.3.1");
    expect(await updates.check()).toMatchObject({ version: "1.3.1", postponed: false });
  });

  it("the app opens the download page for an update that it cannot install", async () => {
    publish("1.3.0");
    const updates = service({ way: "notify" });
    expect(await updates.check()).toMatchObject({ way: "notify", step: "available", version: "1.3.0" });
    expect(() => updates.download()).toThrow("There is no update to download.");
    await updates.openPage();
    expect(opened).toEqual(["https://stockdeck.example/download"]);
  });
});

describe("installations of updates", () => {
  it("an update is not installed during an export or a first pull", async () => {
    publish("1.3.0");
    const updates = service();
    expect(() => updates.install()).toThrow("No update has been downloaded.");
    expect(await downloaded(updates)).toMatchObject({ step: "ready", version: "1.3.0", error: null });
    expect(installed.release).toMatchObject({ manifest: { version: "1.3.0" }, folder: `${server.url}/` });
    expect(installed.restart).toBeNull();
    for (const unfinished of ["export", "firstPull"] as const) {
      await updates.installAtEnd(unfinished);
      expect(installed.restart).toBeNull();
    }
    await updates.installAtEnd(null);
    expect(installed.restart).toBe(false);
  });

  it("the app restarts after an installation if the user asked for a restart", async () => {
    publish("1.3.0");
    const updates = service();
    await downloaded(updates);
    updates.install();
    expect(installed.quits).toBe(1);
    await updates.installAtEnd(null);
    updates.relaunchIfAsked();
    expect(installed).toMatchObject({ restart: true, relaunches: 0 });
  });

  it.each<[string, (updates: UpdateService) => unknown, string]>([
    [
      "the disk is full",
      (updates) => {
        installed.failure = Object.assign(new Error("no space"), { code: "ENOSPC" });
        return updates.installAtEnd(null);
      },
      "There is not enough space on the disk for the update.",
    ],
    [
      "the system refuses",
      (updates) => {
        installed.failure = new Error("Squirrel did not answer");
        return updates.installAtEnd(null);
      },
      "The update could not be installed.",
    ],
    [
      "an export began before the installation",
      (updates) => updates.installAtEnd("export"),
      "Stockdeck 1.3.0 was not installed, because an export was running. It is tried again when you quit.",
    ],
    [
      "the app ended before the installation",
      () => {},
      "Stockdeck 1.3.0 was not installed. It is tried again when you quit.",
    ],
  ])("the old version starts again and gives the reason if %s", async (_title, end, why) => {
    publish("1.3.0");
    const updates = service();
    await downloaded(updates);
    updates.install();
    await end(updates);
    expect(installed.relaunches).toBe(0);
    updates.relaunchIfAsked();
    expect(installed).toMatchObject({ restart: null, relaunches: 1 });
    installed.failure = null;
    const next = service();
    await told(next);
    expect(next.state).toMatchObject({ step: "ready", version: "1.3.0", error: { message: why } });
  });

  it("the app does not restart after a failed installation if the user quit", async () => {
    publish("1.3.0");
    const updates = service();
    await downloaded(updates);
    installed.failure = new Error("the disk");
    await updates.installAtEnd(null);
    updates.relaunchIfAsked();
    expect(installed.relaunches).toBe(0);
  });

  it("the next start reports only a failed installation", async () => {
    publish("1.3.0");
    const updates = service();
    await downloaded(updates);
    await updates.installAtEnd(null);
    expect(installed.restart).toBe(false);
    const old = service();
    await told(old);
    expect(old.state).toMatchObject({
      step: "ready",
      error: { message: "Stockdeck 1.3.0 was not installed. It is tried again when you quit." },
    });
    await old.installAtEnd(null);
    const next = service({ version: "1.3.0" });
    await begin(next);
    expect(next.state).toMatchObject({ step: "idle", version: null, error: null });
  });

  it("nothing is installed without a downloaded update", async () => {
    publish("1.3.0");
    const updates = service();
    await updates.check();
    await updates.installAtEnd(null);
    expect(installed.restart).toBeNull();
  });

  it("a failed download can be retried", async () => {
    publish("1.3.0");
    const updates = service();
    installed.failure = Object.assign(new Error("no space"), { code: "ENOSPC" });
    expect(await downloaded(updates)).toMatchObject({
      step: "available",
      version: "1.3.0",
      error: {
        kind: "store",
        reason: "full",
        message: "There is not enough space on the disk for the update.",
      },
    });
    installed.failure = null;
    expect(await downloaded(updates)).toMatchObject({ step: "ready", error: null });
  });

  it("the next start reports an installation that failed while the app ended", async () => {
    publish("1.3.0");
    const updates = service();
    await downloaded(updates);
    installed.failure = Object.assign(new Error("read-only"), { code: "EROFS" });
    await updates.installAtEnd(null);
    installed.failure = null;
    const next = service();
    await told(next);
    expect(next.state).toMatchObject({
      step: "ready",
      error: { message: "The update cannot be written to its place on the disk." },
    });
  });

  it("the next start shows the stored reason in the language of that start", async () => {
    publish("1.3.0");
    const updates = service();
    await downloaded(updates);
    await updates.installAtEnd("export");
    updates.install();
    await updates.installAtEnd("export");
    const kept = JSON.parse(fs.readFileSync(path.join(folder, "updates.json"), "utf8")) as object;
    const failure =
      "Stockdeck 1.3.0 was not installed, because an export was running. It is tried again when you quit.";
    const text = { key: "desktop.updates.export", values: { version: "1.3.0" } };
    expect(kept).toMatchObject({ failure, failureText: text });
    const next = service();
    await told(next);
    expect(next.state.error).toEqual({ kind: "update_refused", message: failure, text });
    const forgotten: unknown = JSON.parse(fs.readFileSync(path.join(folder, "updates.json"), "utf8"));
    expect(forgotten).toMatchObject({ failure: null });
    expect(forgotten).not.toHaveProperty("failureText");
  });

  it("a reason stored by an earlier version without a text key is still shown", async () => {
    publish("1.3.0");
    const updates = service();
    await downloaded(updates);
    await updates.installAtEnd(null);
    const file = path.join(folder, "updates.json");
    const { failureText: _, ...former } = JSON.parse(fs.readFileSync(file, "utf8")) as Record<
      string,
      unknown
    >;
    fs.writeFileSync(file, JSON.stringify(former));
    const next = service();
    await told(next);
    expect(next.state.error).toEqual({ kind: "update_refused", message: former["failure"] });
  });
});

describe("a downloaded update", () => {
  const memory = (): unknown => JSON.parse(fs.readFileSync(path.join(folder, "updates.json"), "utf8"));
  const ready = async (): Promise<UpdateService> => {
    publish("1.3.0");
    const updates = service();
    expect(await downloaded(updates)).toMatchObject({ step: "ready", version: "1.3.0" });
    return updates;
  };

  it("a daily check drops the downloaded update if the check finds a higher version", async () => {
    await ready();
    const updates = service();
    updates.setAutomatic(true);
    await begin(updates);
    expect(updates.state).toMatchObject({ step: "ready", version: "1.3.0" });
    updates.postpone();
    publish("1.3.1");
    await clock.advance(MINUTE);
    for (let hour = 0; hour < 24; hour += 1) await clock.advance(HOUR);
    await until(updates, ({ version }) => version === "1.3.1");
    expect(updates.state).toMatchObject({ step: "available", postponed: false, error: null });
    expect(memory()).toMatchObject({ downloaded: null });
    await updates.installAtEnd(null);
    expect(installed.restart).toBeNull();
  });

  it("a downloaded update stays ready during a check and after a failed check", async () => {
    const updates = await ready();
    const steps: string[] = [];
    updates.subscribe(({ step }) => steps.push(step));
    await clock.advance(24 * HOUR);
    expect(await updates.check()).toMatchObject({ error: null, lastCheck: "2026-01-02T00:00:00.000Z" });
    server.files.clear();
    expect(await updates.check()).toMatchObject({ version: "1.3.0", error: null });
    expect(new Set(steps)).toEqual(new Set(["ready"]));
    await updates.installAtEnd(null);
    expect(installed.restart).toBe(false);
  });

  it("a downloaded update stays ready if the server offers an older version", async () => {
    const updates = await ready();
    publish("1.2.9");
    expect(await updates.check()).toMatchObject({ step: "ready", version: "1.3.0" });
    expect(updates.state.error?.message).toContain("offers Stockdeck 1.2.9, although it offered 1.3.0");
    publish("1.3.0");
    expect(await updates.check()).toMatchObject({ step: "ready", error: null });
  });

  it("an unsigned version does not replace a downloaded update", async () => {
    const updates = await ready();
    server.publish(NAME, { version: "1.4.0", file, privateKey: publisherKeys().privateKey });
    const state = await updates.check();
    expect(state).toMatchObject({ step: "ready", version: "1.3.0", error: { kind: "update_refused" } });
  });

  it("a check does not replace an update that the user chose to install", async () => {
    const updates = await ready();
    updates.install();
    publish("1.3.1");
    expect(await updates.check()).toMatchObject({ step: "ready", version: "1.3.0" });
  });

  it("a failed installation's error remains after a check", async () => {
    await (await ready()).installAtEnd(null);
    const next = service();
    await told(next);
    const { error } = next.state;
    expect(await next.check()).toMatchObject({ step: "ready", error });
  });
});

describe("downloads from before the last quit", () => {
  const memory = (): string => path.join(folder, "updates.json");
  const start = async (more: Partial<UpdateServiceOptions> = {}): Promise<UpdateService> => {
    server.requests.length = 0;
    installed.release = null;
    const next = service(more);
    await begin(next);
    return next;
  };
  beforeEach(async () => {
    publish("1.3.0");
    await downloaded(service());
  });

  it("the next start verifies an earlier download offline and marks it as ready", async () => {
    const next = await start();
    expect(next.state).toMatchObject({ step: "ready", version: "1.3.0" });
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["is now the installed version", { version: "1.3.0" }],
    ["is now older than the installed version", { version: "1.4.0" }],
    ["is of another channel", { policy: { allowed: true, channel: "beta" } as const }],
    ["cannot be installed any more", { way: "notify" as const }],
    ["is signed with another key", { source: { url: "", key: publisherKeys().publicKey, page: "" } }],
  ])("the next start drops an earlier download that %s", async (_title, more) => {
    const next = await start(more);
    expect(next.state).toMatchObject({ step: "idle", version: null });
    expect(installed.release).toBeNull();
    expect(JSON.parse(fs.readFileSync(memory(), "utf8"))).toMatchObject({ downloaded: null });
  });

  it("the next start drops a download whose manifest changed on disk", async () => {
    fs.writeFileSync(
      memory(),
      fs.readFileSync(memory(), "utf8").replace("releaseDate: '2026", "releaseDate: '2027"),
    );
    const next = await start();
    expect(next.state).toMatchObject({ step: "idle", version: null });
    expect(installed.release).toBeNull();
  });
});
