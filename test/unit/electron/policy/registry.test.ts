import { describe, expect, it } from "vitest";
import { listsPolicy, readRegistry } from "../../../../electron/policy/registry.ts";

const KEY = String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Stockdeck`;
const lines = (...text: string[]): string => ["", ...text, ""].join("\r\n");

describe("what reg.exe prints of a policy", () => {
  it("is read by type, whatever the case of the names, with the subkey as its part", () => {
    const output = lines(
      KEY,
      "    BASEURL    REG_SZ    https://inventory.example/v1",
      String.raw`    exportFolders    REG_MULTI_SZ    C:\0 Exports|D:\Share`,
      "",
      String.raw`${KEY}\Updates`,
      "    allowed    REG_DWORD    0x0",
      "    channel    REG_SZ    beta",
    );
    expect(readRegistry(output)).toEqual({
      baseUrl: "https://inventory.example/v1",
      exportFolders: [String.raw`C:\0 Exports`, String.raw`D:\Share`],
      updates: { allowed: false, channel: "beta" },
    });
  });

  it("keeps a name that is not known, for the check to refuse", () => {
    expect(readRegistry(lines(KEY, "    colour    REG_SZ    red"))).toEqual({ colour: "red" });
    expect(readRegistry(lines(KEY, String.raw`${KEY}\Other`, "    a    REG_SZ    b"))).toEqual({
      Other: { a: "b" },
    });
  });

  it.each([
    ["    allowed    REG_DWORD    0x2", "allowed: the number must be 0 or 1."],
    ["    baseUrl    REG_BINARY    00", "baseUrl: a value of the type REG_BINARY cannot be used."],
    ["    exportFolders    REG_MULTI_SZ    C:\\Ausgänge", "exportFolders: only ASCII"],
    ["    exportFolders    REG_MULTI_SZ    C:\\Ausg?nge", "exportFolders: only ASCII"],
    ["ERROR: no idea", "The line “ERROR: no idea” is not understood."],
  ])("is refused where it says %j", (line, fault) => {
    expect(() => readRegistry(lines(KEY, line))).toThrow(fault);
  });

  it("tells whether there is a policy of Stockdeck at all", () => {
    const parent = String.raw`HKEY_LOCAL_MACHINE\Software\Policies`;
    expect(listsPolicy(lines(`${parent}\\Microsoft`, `${parent}\\STOCKDECK`))).toBe(true);
    expect(listsPolicy(lines(`${parent}\\Microsoft`, `${parent}\\Stockdeck2`))).toBe(false);
  });
});
