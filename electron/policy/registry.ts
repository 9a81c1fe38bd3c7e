import { PolicyFault } from "./parse-policy.ts";

/** Where Windows keeps the policies of programs; only administrators write there. */
export const POLICIES_KEY = String.raw`HKLM\Software\Policies`;
export const POLICY_KEY = String.raw`HKLM\Software\Policies\Stockdeck`;
/** Between the texts of one value; no Windows path contains it. */
export const SEPARATOR = "|";

const VALUE = /^ {4}(.+?) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/;

/** Whether what `reg query` lists of the policies contains one of Stockdeck. */
export function listsPolicy(output: string): boolean {
  return output.split(/\r?\n/).some((line) => /\\Policies\\Stockdeck$/i.test(line.trim()));
}

/**
 * Reads what `reg query … /s /se "|"` prints of Stockdeck's key: values of the key itself, and those of its subkey `updates`.
 * @returns the policy as JSON would have it, to be checked.
 * @throws PolicyFault.
 */
export function readRegistry(output: string): Record<string, unknown> {
  const policy: Record<string, unknown> = {};
  let target = policy;
  for (const line of output.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const key = /^HKEY_LOCAL_MACHINE\\.*\\Stockdeck(?:\\(.+))?$/i.exec(line.trim());
    if (key) target = partOf(policy, key[1]);
    else addValue(target, line);
  }
  return policy;
}

function partOf(policy: Record<string, unknown>, name: string | undefined): Record<string, unknown> {
  if (name === undefined) return policy;
  const part = {};
  // Names in the registry have no case.
  policy[name.toLowerCase() === "updates" ? "updates" : name] = part;
  return part;
}

function addValue(target: Record<string, unknown>, line: string): void {
  const [, name, type, text = ""] = VALUE.exec(line) ?? [];
  if (name === undefined || type === undefined)
    throw new PolicyFault(`The line “${line.trim()}” is not understood.`);
  // reg.exe writes what its own code page lacks as a question mark, which would be another folder.
  if (/[^\x20-\x7e]|\?/.test(text))
    throw new PolicyFault(`${name}: only ASCII characters can be read, and no “?”.`);
  const known = ["baseUrl", "exportFolders", "allowed", "channel"].find(
    (spelling) => spelling.toLowerCase() === name.toLowerCase(),
  );
  target[known ?? name] = valueOf(name, type, text);
}

function valueOf(name: string, type: string, text: string): unknown {
  switch (type) {
    case "REG_SZ":
      return text;
    case "REG_MULTI_SZ":
      return text.split(SEPARATOR).filter((part) => part !== "");
    case "REG_DWORD":
      if (text === "0x0" || text === "0x1") return text === "0x1";
      throw new PolicyFault(`${name}: the number must be 0 or 1.`);
    default:
      throw new PolicyFault(`${name}: a value of the type ${type} cannot be used.`);
  }
}
