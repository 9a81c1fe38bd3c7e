import { describe, expect, it } from "vitest";
import { readArguments } from "../../../../../electron/hosts/desktop/read-arguments.ts";

const LINK = "stockdeck://view?d=x";
const FILE = "/home/a b/Films.stockdeck-view.json";
const LINE = "refused";
const PLATFORMS = ["linux", "darwin", "win32"] as const;
type Platform = (typeof PLATFORMS)[number];
/** The expected outcome: a refusal, a window with or without a link, or a command's words. */
type Expected = typeof LINE | { link: string | null } | { file: string } | { words: readonly string[] };

const NO_LINK = { link: null };
const windowed = { link: LINK };
const sync = { words: ["sync", "--data-dir", "x"] };

/** The arguments that follow the program of the packaged app. */
const PACKAGED: readonly (readonly [args: readonly string[], expected: Expected, only?: Platform])[] = [
  [[], NO_LINK],
  [["-psn_0_12345"], NO_LINK],
  [["-psn_0_12345", "--headless", "sync", "--data-dir", "x"], sync],
  [["--headless", "sync", "--data-dir", "x"], sync],
  [["--headless", "--", "sync", "--data-dir", "x"], sync],
  [["--disable-gpu", "--headless", "sync", "--data-dir", "x"], sync],
  [["--headless"], { words: [] }],
  [["--headless", "sync", "--", "--headless"], { words: ["sync", "--", "--headless"] }],
  // A link as the system passes it.
  [["--", LINK], windowed],
  [[LINK], windowed],
  [["--flag", LINK], windowed],
  // The link adds an option, because `"exe" "%1"` did not quote the link.
  [[LINK, "--headless", "export"], LINE],
  [[LINK, "--headless"], LINE],
  [["--headless", LINK], LINE],
  [["--headless", "export", "--out", LINK], LINE],
  [["--headless", "--", LINK], LINE],
  [["--headless", "export", "--", LINK], LINE],
  [["--headless", "STOCKDECK://view?d=x"], LINE],
  [["--headless", "StockDeck:anything"], LINE],
  [["--headless", `"${LINK}"`], LINE],
  [["--headless", `'${LINK}`], LINE],
  [["--headless", ` ${LINK}`], LINE],
  [[LINK, "--disable-gpu"], LINE],
  [[LINK, "-r", "evil.js"], LINE],
  [[LINK, "/headless"], LINE, "win32"],
  [[LINK, "/gpu-launcher=calc"], LINE, "win32"],
  // After `--` no argument is an option.
  [["--", LINK, "--headless"], windowed],
  [["--", LINK, "--headless", "export"], windowed],
  [["--", "--headless", "export"], NO_LINK],
  [["--", `${LINK}" --headless`], NO_LINK],
  [["--", LINK, "--", "--headless"], windowed],
  [["--", `${LINK} --headless`], NO_LINK],
  // One link only, and in its exact form.
  [[LINK, "--", LINK], NO_LINK],
  [["--", LINK, LINK], NO_LINK],
  [["--", "stockdeck://wipe?d=1"], NO_LINK],
  [["--", "STOCKDECK://view?d=x"], NO_LINK],
  [["--", `${LINK}\n--headless`], NO_LINK],
  [["--", `stockdeck://view?d=${"x".repeat(20_000)}`], NO_LINK],
  // Only one view file is accepted, and not together with a link.
  [["--", FILE], { file: FILE }],
  [["--", `file://${FILE}`], { file: `file://${FILE}` }],
  [["--flag", "--", FILE], { file: FILE }],
  [["--", "--headless", FILE], { file: FILE }],
  [["--", FILE, FILE], NO_LINK],
  [["--", FILE, LINK], windowed],
  [["--", `${FILE}.desktop`], NO_LINK],
  [[FILE], NO_LINK],
  // Other spellings that Chromium would accept as options.
  [["--headless=new"], LINE],
  [["--headless="], LINE],
  [["--headless=new", "--headless", "sync"], LINE],
  [["-headless"], LINE],
  [["---headless"], LINE],
  [["--HEADLESS", "sync"], LINE],
  [[" --headless", "sync"], LINE],
  [["--headless\t", "sync"], LINE],
  [["/headless", "sync"], LINE, "win32"],
  [["/Headless=old"], LINE, "win32"],
  [["/headless", "sync"], NO_LINK, "linux"],
  // These arguments contain no option.
  [["headless"], NO_LINK],
  [["\u2014headless", "sync"], NO_LINK],
  [["\u2013\u2013headless", "sync"], NO_LINK],
  [["\u2212\u2212headless", "sync"], NO_LINK],
  [["\uFF0D\uFF0Dheadless", "sync"], NO_LINK],
  [['"--headless"', "sync"], NO_LINK],
  [["--headless-mode"], NO_LINK],
  [["--no-headless"], NO_LINK],
  // A file to open with the app, and NUL.
  [["C:\\notes.txt", "--headless", "export"], LINE],
  [["notes.txt", "--headless", "export"], LINE],
  [["--headless\0", "sync"], LINE],
  [["--", `${LINK}\0--headless`], LINE],
  [["--headless", "sync", "\0"], LINE],
];

/** The function's outcome in the form of the tables. A refusal has no message. */
function outcome(argv: readonly string[], isPackaged: boolean, platform: Platform): Expected {
  const read = readArguments(argv, isPackaged, platform);
  if (read.kind === "refused") return LINE;
  if (read.kind === "headless") return { words: read.words };
  return read.file === null ? { link: read.link } : { file: read.file };
}

describe("readArguments()", () => {
  const rows = PLATFORMS.flatMap((platform) =>
    PACKAGED.filter(([, , only]) => only === undefined || only === platform).map(
      ([args, expected]) => [platform, args, expected] as const,
    ),
  );

  it.each(rows)("readArguments() of the packaged app on %s reads %j", (platform, args, expected) => {
    expect(outcome(["/opt/Stockdeck/stockdeck", ...args], true, platform)).toEqual(expected);
  });

  it.each(rows)(
    "readArguments() in development on %s, with the app's folder first, reads %j",
    (platform, args, expected) => {
      // On Windows a slash begins an option.
      const folder = platform === "win32" ? "C:\\stockdeck" : "/home/a/stockdeck";
      expect(outcome(["electron", folder, ...args], false, platform)).toEqual(expected);
    },
  );

  it.each(PLATFORMS)(
    "readArguments() in development on %s reads the arguments of Playwright and scripts",
    (platform) => {
      const argv = ["electron", "--inspect=0", "--remote-debugging-port=0", "/home/a/stockdeck"];
      expect(outcome([...argv, "--no-sandbox"], false, platform)).toEqual(NO_LINK);
      expect(outcome([...argv, "--user-data-dir=x", "--headless", "status"], false, platform)).toEqual({
        words: ["status"],
      });
      expect(outcome([...argv, LINK], false, platform)).toEqual(windowed);
    },
  );

  it.each(PLATFORMS)("readArguments() on %s recognises a hidden start", (platform) => {
    const isHidden = (...args: readonly string[]): unknown => {
      const read = readArguments(["/opt/Stockdeck/stockdeck", ...args], true, platform);
      return read.kind === "window" ? read.isHidden : read.kind;
    };
    expect(isHidden("--hidden")).toBe(true);
    expect(isHidden("--allow-file-access-from-files", "--hidden")).toBe(true);
    expect(isHidden("--hidden", "--", "notes.txt")).toBe(true);
    expect(isHidden()).toBe(false);
    expect(isHidden("--", "--hidden")).toBe(false);
    expect(isHidden("--hidden", "--", LINK)).toBe(false);
    expect(isHidden("--hidden", "--", FILE)).toBe(false);
    expect(isHidden(LINK, "--hidden")).toBe("refused");
    expect(isHidden("--hidden", "--headless", "sync")).toBe("headless");
  });

  it.each(PLATFORMS)(
    "readArguments() on %s reads a second start with Chromium's reordered options",
    (platform) => {
      const argv = ["stockdeck", "--allow-file-access-from-files", "--original-process-start-time=1"];
      expect(outcome([...argv, "--", LINK], true, platform)).toEqual(windowed);
      expect(outcome([...argv, LINK], true, platform)).toEqual(windowed);
      expect(outcome([...argv, "--headless", LINK], true, platform)).toEqual(LINE);
    },
  );
});
