import { describe, expect, it } from "vitest";
import {
  findWeakened,
  isMountedAppImage,
  refusalOf,
} from "../../../../../electron/hosts/desktop/weakened-start.ts";

const SWITCHES = [
  "remote-debugging-port",
  "remote-debugging-pipe",
  "remote-debugging-address",
  "remote-allow-origins",
  "no-sandbox",
  "no-sandbox-and-elevated",
  "disable-gpu-sandbox",
  "disable-setuid-sandbox",
  "disable-seccomp-filter-sandbox",
  "disable-namespace-sandbox",
  "disable-web-security",
  "disable-site-isolation-trials",
  "allow-running-insecure-content",
  "unsafely-treat-insecure-origin-as-secure",
  "proxy-server",
  "proxy-pac-url",
  "proxy-bypass-list",
  "host-resolver-rules",
  "host-rules",
  "ignore-certificate-errors",
  "ignore-certificate-errors-spki-list",
  "allow-insecure-localhost",
  "auth-server-whitelist",
  "auth-server-allowlist",
  "auth-negotiate-delegate-whitelist",
  "load-extension",
  "inspect",
  "inspect-brk",
  "inspect-brk-node",
  "inspect-port",
  "inspect-publish-uid",
  "js-flags",
  "user-data-dir",
  "renderer-cmd-prefix",
  "utility-cmd-prefix",
  "gpu-launcher",
  "browser-subprocess-path",
  "no-zygote",
  "single-process",
  "in-process-gpu",
  "allow-file-access-from-files",
  "log-net-log",
  "net-log-capture-mode",
  "ssl-key-log-file",
  "ssl-version-min",
  "enable-blink-features",
  "force-fieldtrials",
  "test-type",
  "enable-logging",
  "log-file",
  "log-level",
  "vmodule",
  "v",
];

function refused(
  args: readonly string[],
  platform: NodeJS.Platform = "linux",
  environment: Record<string, string> = {},
): readonly string[] {
  return findWeakened(["/opt/Stockdeck/stockdeck", ...args], environment, platform, false).refused;
}

describe("findWeakened()", () => {
  it.each(SWITCHES)("findWeakened() refuses --%s in every spelling that Chromium accepts", (name) => {
    const found = [`--${name}`];
    for (const platform of ["linux", "darwin", "win32"] as const)
      for (const spelled of [
        `--${name}`,
        `-${name}`,
        `--${name}=1`,
        `--${name.toUpperCase()}=value`,
        ` --${name} `,
      ])
        expect([spelled, refused(["--disable-gpu", spelled], platform)]).toEqual([spelled, found]);
    expect(refused([`/${name}=1`], "win32")).toEqual(found);
    expect(refused([`/${name}`], "linux")).toEqual([]);
    expect(refused(["--headless", "status", `--${name}`])).toEqual(found);
    expect(refused(["--", `--${name}`])).toEqual([]);
  });

  it.each([
    ["--disable-features=NetworkServiceSandbox"],
    ["--disable-features=IsolateOrigins,site-per-process"],
    ["--enable-features=NetworkServiceInProcess"],
    ["--disable-features=WinSboxDisableExtensionPoints"],
    ["--disable-features=RendererCodeIntegrity"],
    ["--disable-features=BlockInsecurePrivateNetworkRequests"],
    ["--DISABLE-FEATURES=TLS13KeyUpdate"],
    ["--password-store=basic"],
  ])("findWeakened() refuses %s", (arg) => {
    expect(refused([arg])).toHaveLength(1);
  });

  it.each([
    ["--disable-gpu"],
    ["--ozone-platform=wayland"],
    ["--enable-features=WaylandWindowDecorations"],
    ["--force-device-scale-factor=2"],
    ["--lang=de"],
    ["--password-store=gnome-libsecret"],
    ["-psn_0_12345"],
    ["--data-dir=/tmp/no-sandbox"],
    ["no-sandbox"],
    ["\u2013\u2013no-sandbox"],
  ])("findWeakened() accepts %s", (arg) => {
    expect(refused([arg])).toEqual([]);
  });

  it("findWeakened() accepts every option of windowless commands", () => {
    const options = ["base-url", "data-dir", "full", "accept-removals", "page-size", "overlap", "timeout"];
    const more = [
      "since",
      "type",
      "all",
      "resource",
      "format",
      "out",
      "view",
      "query",
      "columns",
      "manifest",
    ];
    const last = [
      "delimiter",
      "decimal",
      "sync-first",
      "port",
      "items",
      "seed",
      "key",
      "rate",
      "fault",
      "help",
    ];
    expect(refused([...options, ...more, ...last].map((name) => `--${name}`))).toEqual([]);
  });

  it.each([
    ["SSLKEYLOGFILE", "/tmp/keys"],
    ["ELECTRON_RUN_AS_NODE", "1"],
    ["ELECTRON_DISABLE_SANDBOX", "1"],
    ["STOCKDECK_POLICY_ROOT", "/home/user"],
  ])("findWeakened() refuses the environment variable %s", (name, value) => {
    expect(refused([], "linux", { [name]: value })).toEqual([name]);
    expect(refused([], "linux", { [name]: "" })).toEqual([]);
  });

  it("findWeakened() reports a sandbox that the AppImage launcher turned off", () => {
    const argv = ["stockdeck", "--no-sandbox"];
    const find = (args: readonly string[]): readonly string[] =>
      findWeakened(args, {}, "linux", true).refused;
    expect(findWeakened(argv, {}, "linux", true)).toEqual({ refused: [], sandboxOff: true });
    expect(find([...argv, "--single-process"])).toEqual(["--single-process"]);
    expect(find(["stockdeck", "--disable-gpu-sandbox"])).toHaveLength(1);
  });

  it("findWeakened() ignores variables that claim an AppImage", () => {
    const environment = { APPIMAGE: "/home/a/Stockdeck.AppImage", APPDIR: "/opt/Stockdeck" };
    expect(refused(["--no-sandbox"], "linux", environment)).toEqual(["--no-sandbox"]);
  });

  it("the refusal lists each refused option once, without its value", () => {
    const argv = ["stockdeck", "--proxy-server=http://user:canary@host", "--proxy-server=b", "--inspect"];
    const message = refusalOf(findWeakened(argv, {}, "linux", false))?.english;
    expect(message).toContain("--proxy-server, --inspect,");
    expect(message).not.toContain("canary");
    expect(refusalOf(findWeakened(["stockdeck"], {}, "linux", false))).toBeNull();
  });
});

describe("isMountedAppImage()", () => {
  const mount = (point: string, type: string): string =>
    `36 35 98:0 / /proc rw,relatime - proc proc rw\n1027 26 0:88 / ${point} ro,nosuid,nodev,relatime shared:479 - ${type} Stockdeck.AppImage ro,user_id=1000\n`;

  it.each([
    [
      "the mount of an AppImage",
      "/tmp/.mount_Stockd1a2b",
      "fuse.Stockdeck.AppImage",
      "/tmp/.mount_Stockd1a2b/stockdeck",
      true,
    ],
    [
      "a program elsewhere",
      "/tmp/.mount_Stockd1a2b",
      "fuse.Stockdeck.AppImage",
      "/opt/Stockdeck/stockdeck",
      false,
    ],
    [
      "a folder with a similar name",
      "/tmp/.mount_Stockd",
      "fuse.x",
      "/tmp/.mount_Stockd1a2b/stockdeck",
      false,
    ],
    ["a disk", "/tmp/.mount_Stockd1a2b", "ext4", "/tmp/.mount_Stockd1a2b/stockdeck", false],
    ["another file system of FUSE", "/home/a/remote", "fuse.sshfs", "/home/a/remote/stockdeck", false],
  ])("isMountedAppImage() returns the right result for %s", (_what, point, type, program, is) => {
    expect(isMountedAppImage(program, mount(point, type))).toBe(is);
    expect(isMountedAppImage(program, "")).toBe(false);
  });
});
