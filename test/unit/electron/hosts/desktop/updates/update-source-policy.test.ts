import { expect, it } from "vitest";
import { ownAppImage, wayOf } from "../../../../../../electron/hosts/desktop/updates/update-source.ts";

const APPIMAGE = "/home/anna/apps/Stockdeck.AppImage";
const APPDIR = "/tmp/.mount_StockdXYZ";
const inside = `${APPDIR}/stockdeck`;
const way = (
  platform: NodeJS.Platform,
  execPath: string,
  environment: Readonly<Record<string, string>>,
  writable: readonly string[],
): string => wayOf({ platform, execPath, environment, isWritable: (file) => writable.includes(file) });

it("the app replaces an AppImage only if the AppImage's folder is writable", () => {
  expect(way("linux", inside, { APPIMAGE, APPDIR }, ["/home/anna/apps"])).toBe("install");
  expect(way("linux", inside, { APPIMAGE, APPDIR }, [])).toBe("notify");
  expect(way("linux", "/opt/Stockdeck/stockdeck", {}, ["/opt/Stockdeck"])).toBe("notify");
});

it("an app from a .deb does not mistake its terminal's AppImage for its own", () => {
  expect(way("linux", "/opt/Stockdeck/stockdeck", { APPIMAGE, APPDIR }, ["/home/anna/apps"])).toBe("notify");
  expect(ownAppImage(`${APPDIR}2/stockdeck`, { APPIMAGE, APPDIR })).toBeNull();
  expect(ownAppImage(inside, { APPIMAGE: "Stockdeck.AppImage", APPDIR })).toBeNull();
  expect(ownAppImage(inside, { APPIMAGE, APPDIR: `${APPDIR}/` })).toBe(APPIMAGE);
});

it("the per-user Windows app installs updates, but the MSI app does not", () => {
  const program = "C:\\Users\\Anna\\AppData\\Local\\Programs\\stockdeck\\Stockdeck.exe";
  const uninstaller = "C:\\Users\\Anna\\AppData\\Local\\Programs\\stockdeck\\Uninstall Stockdeck.exe";
  expect(way("win32", program, {}, [uninstaller])).toBe("install");
  expect(way("win32", "C:\\Program Files\\Stockdeck\\Stockdeck.exe", {}, [])).toBe("notify");
});

it("the app on macOS installs its next version", () => {
  expect(way("darwin", "/Applications/Stockdeck.app/Contents/MacOS/Stockdeck", {}, [])).toBe("install");
});
