import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { ensureDebianPackages, XVFB_PACKAGES } from "../../scripts/debian.ts";

/** The existing display, or a new virtual one. */
export async function openDisplay(): Promise<{
  readonly name: string;
  readonly process: ChildProcess | null;
}> {
  const present = process.env["DISPLAY"];
  if (present) return { name: present, process: null };
  const line = ensureDebianPackages(XVFB_PACKAGES);
  if (line !== null) throw new Error(line);
  const xvfb = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1440x900x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await once(xvfb.stdout, "data", { signal: AbortSignal.timeout(30_000) })) as [Buffer];
  return { name: `:${number.toString().trim()}`, process: xvfb };
}
