import fs from "node:fs";
import { systemClock } from "../../base/clock.ts";
import { tryDelivery } from "../../features/collector/serving/webhooks/try-delivery.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** The most bytes of a file with a delivery: its headers and the largest body. */
const MAX_BYTES = 512 * 1024;

/**
 * Tries each preset on one delivery, and prints each result as a JSON line.
 * @param file the path of a file with header lines ("name: value"), an empty line, and the body.
 * @returns the exit code: `unauthorized` if no preset verifies the delivery.
 * @throws UsageError for a file that cannot be read.
 */
export function tryDeliveryFile(file: string, secrets: readonly string[], terminal: Terminal): number {
  const tried = tryDelivery({ text: readDelivery(file), secrets, now: systemClock.now() });
  for (const preset of tried) terminal.out(JSON.stringify(preset));
  return tried.some(({ verifies }) => verifies) ? EXIT.done : EXIT.unauthorized;
}

function readDelivery(file: string): string {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`try-delivery ${file}: the file cannot be read (${String(code)})`);
  }
  if (bytes.length > MAX_BYTES) throw new UsageError(`try-delivery ${file}: the file is too large`);
  return bytes.toString("utf8");
}
