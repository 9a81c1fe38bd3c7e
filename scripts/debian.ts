import { spawnSync } from "node:child_process";

/** The Debian packages for browser tests: Chromium without windows, so that a page costs less. */
export const HEADLESS_PACKAGES = ["chromium-headless-shell", "fonts-dejavu-core"] as const;

/** The packages for benchmarks of the page: the whole browser. */
export const CHROMIUM_PACKAGES = ["chromium", "fonts-dejavu-core"] as const;

/** The real Secret Service, for tests of the keychain. */
export const KEYRING_PACKAGES = ["gnome-keyring", "libsecret-1-0", "dbus", "libglib2.0-bin"] as const;

/** Makes disks slow, for tests. */
export const TRACE_PACKAGES = ["strace"] as const;

/** The packages that read exports and labels back, independently of the code that wrote them. */
export const READER_PACKAGES = ["python3", "poppler-utils", "zbar-tools"] as const;

/** The shell that exports are measured against. */
export const SQLITE_PACKAGES = ["sqlite3"] as const;

/** PostgreSQL for tests. A collector can keep its data in it. */
export const POSTGRES_PACKAGES = ["postgresql"] as const;

/** The ODBC drivers. With them, tests read the views for other programs as Excel and Power BI do. */
export const ODBC_PACKAGES = ["unixodbc", "libsqliteodbc", "odbc-postgresql"] as const;

/** Packs the tar.gz of a release. */
export const DIST_PACKAGES = ["7zip"] as const;

/** A virtual display for machines without one. */
export const XVFB_PACKAGES = ["xvfb", "xauth"] as const;

/** The packages that show system notifications on the virtual display, for tests. */
export const NOTIFICATION_PACKAGES = ["dunst"] as const;

/** The shared libraries of an Electron runtime. */
export const ELECTRON_PACKAGES = [
  "libgtk-3-0",
  "libnss3",
  "libasound2",
  "libgbm1",
  "libxss1",
  "libatk-bridge2.0-0",
  "libdrm2",
  "libnotify4",
  "libxtst6",
  "libatspi2.0-0",
  "libcups2",
  "libsecret-1-0",
  "fonts-dejavu-core",
] as const;

/** The packages for tests of the installed app: its dependencies, a session, and tools that inspect its windows and desktop data. */
export const INSTALLED_PACKAGES = [
  ...ELECTRON_PACKAGES,
  ...KEYRING_PACKAGES,
  ...XVFB_PACKAGES,
  "openbox",
  "xdotool",
  "scrot",
  "xdg-utils",
  "desktop-file-utils",
  "shared-mime-info",
  "appstream",
] as const;

/** Keeps Debian from creating a cluster when it installs the server. Debian would also start that cluster. */
const WITHOUT_CLUSTER =
  "apt-get install -y --no-install-recommends postgresql-common && echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf";

/**
 * Installs missing Debian packages as root. @returns null if all are installed; else a sentence with the
 * command to run.
 */
export function ensureDebianPackages(names: readonly string[]): string | null {
  if (process.platform !== "linux" || !commandExists("dpkg-query")) return null;
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return null;
  const install = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  const line = missing.includes("postgresql") ? `${WITHOUT_CLUSTER} && ${install}` : install;
  if (process.getuid?.() !== 0)
    return `Missing Debian packages. Run: sudo ${line === install ? line : `sh -c "${line}"`}`;
  console.error(`Installing Debian packages: ${missing.join(" ")}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"], env: environment });
  const { status } = spawnSync("sh", ["-c", line], {
    stdio: ["ignore", "ignore", "inherit"],
    env: environment,
  });
  return status === 0 ? null : `Debian packages could not be installed. Run: ${line}`;
}

/** Whether the path has a command. */
export function commandExists(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" }).status === 0;
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f=${Status}", name], { encoding: "utf8" });
  return stdout.includes("install ok installed");
}
