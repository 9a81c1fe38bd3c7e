import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { autostartEntry, startsAtLogin } from "../../../../../electron/features/autostart/desktop-entry.ts";

const anyProgram = (): boolean => true;
const valueOf = (text: string, key: string): string | undefined =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${key}=`))
    ?.slice(key.length + 1);

/**
 * Reads the arguments of a key Exec: undoes string escapes, then field codes, then quoting as a shell does.
 */
function argumentsOf(exec: string): string[] {
  const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", s: " ", "\\": "\\" };
  const line = exec.replaceAll(/\\(.)/g, (_all, code: string) => escapes[code] ?? "").replaceAll("%%", "%");
  const output = execFileSync("sh", ["-c", `for argument in ${line}; do printf '%s\\0' "$argument"; done`]);
  return output.toString().split("\0").slice(0, -1);
}

describe("the text of an autostart entry", () => {
  it("the autostart entry names the program and starts the program hidden", () => {
    expect(autostartEntry(["/opt/Stockdeck/stockdeck", "--hidden"])).toBe(`[Desktop Entry]
Type=Application
Name=Stockdeck
Comment=Refreshes the stock, and shows alerts
TryExec=/opt/Stockdeck/stockdeck
Exec="/opt/Stockdeck/stockdeck" "--hidden"
Terminal=false
StartupNotify=false
`);
  });

  it.each([
    ["/home/a b/Stockdeck.AppImage", '"/home/a b/Stockdeck.AppImage"'],
    ['/home/a"b', String.raw`"/home/a\\"b"`],
    ["/home/100%u", '"/home/100%%u"'],
    [String.raw`/home/a\b`, String.raw`"/home/a\\\\b"`],
    ["/home/a$HOME`id`", '"/home/a\\\\$HOME\\\\`id\\\\`"'],
    ["/home/a\nExec=evil", String.raw`"/home/a\nExec=evil"`],
    ["/home/a\tb\rc", String.raw`"/home/a\tb\rc"`],
    ["/home/it's; rm -rf ~ & (#*?<>|)", `"/home/it's; rm -rf ~ & (#*?<>|)"`],
  ])("the path %j is quoted as specified", (file, quoted) => {
    // A program's path must not contain "=", but an argument may.
    const text = autostartEntry(["/opt/stockdeck", file]);
    expect(valueOf(text, "Exec")).toBe(`"/opt/stockdeck" ${quoted}`);
    expect(text.split("\n")).toHaveLength(autostartEntry(["/opt/stockdeck"]).split("\n").length);
    expect(argumentsOf(valueOf(text, "Exec") ?? "")).toEqual(["/opt/stockdeck", file]);
  });

  it("the TryExec value is escaped, but not quoted", () => {
    const program = String.raw`/home/a b\c"%` + "\n\tstockdeck";
    const text = autostartEntry([program, "--hidden"]);
    expect(valueOf(text, "TryExec")).toBe(String.raw`/home/a b\\c"%\n\tstockdeck`);
    expect(startsAtLogin(text, (file) => file === program)).toBe(true);
  });

  it("a program path with an equals sign is refused", () => {
    expect(() => autostartEntry(["/home/a=b/stockdeck"])).toThrow(
      /path contains “=”: \/home\/a=b\/stockdeck/,
    );
  });
});

describe("the state of an autostart entry", () => {
  const entry = autostartEntry(["/opt/Stockdeck/stockdeck", "--hidden"]);

  it.each([
    ["as Stockdeck wrote it", entry, true],
    ["with spaces around the equals sign", "[Desktop Entry]\nExec = stockdeck", true],
    ["turned off by the key Hidden", `${entry}Hidden=true\n`, false],
    ["turned off in GNOME's settings", `${entry}X-GNOME-Autostart-enabled=false\n`, false],
    ["turned on in GNOME's settings", `${entry}X-GNOME-Autostart-enabled=true\n`, true],
    ["with the key Hidden in another group", `${entry}[Desktop Action x]\nHidden=true\n`, true],
    ["without a command", "[Desktop Entry]\nName=Stockdeck\n", false],
    ["empty", "", false],
  ])("the state is read from an autostart entry %s", (_how, text, expected) => {
    expect(startsAtLogin(text, anyProgram)).toBe(expected);
  });

  it("an autostart entry of a removed program starts nothing", () => {
    expect(startsAtLogin(entry, (file) => file !== "/opt/Stockdeck/stockdeck")).toBe(false);
  });
});
