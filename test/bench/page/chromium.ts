import { chromium, type Browser } from "@playwright/test";

/** Starts the whole browser. Playwright keeps it from throttling pages in the background. */
export function launchChromium(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["STOCKDECK_CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", ...more],
  });
}
