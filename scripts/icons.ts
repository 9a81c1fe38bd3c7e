import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { ensureDebianPackages, HEADLESS_PACKAGES } from "./debian.ts";
import { ROOT } from "./root.ts";

/** Pixels: the sizes that desktops request, and 1024 for macOS. */
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;

/** `npm run icons`: renders packaging/icon.svg into the PNGs of packaging/icons, which the installers use. */
async function renderIcons(): Promise<void> {
  const problem = ensureDebianPackages(HEADLESS_PACKAGES);
  if (problem !== null) throw new Error(problem);
  const svg = fs.readFileSync(path.join(ROOT, "packaging/icon.svg"));
  const source = `data:image/svg+xml;base64,${svg.toString("base64")}`;
  const browser = await chromium.launch({
    executablePath: process.env["STOCKDECK_CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
  });
  try {
    for (const size of SIZES) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      await page.setContent(
        `<body style="margin:0"><img src="${source}" width="${size}" height="${size}" style="display:block">`,
      );
      const file = path.join(ROOT, "packaging/icons", `${size}x${size}.png`);
      await page.screenshot({ path: file, omitBackground: true });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

await renderIcons();
