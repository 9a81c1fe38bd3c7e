import type { Page } from "@playwright/test";
import type { AppCore } from "../electron/hosts/core/app-core.ts";
import type { SampleService } from "../test/service/index.ts";

export const WINDOW = { width: 1_440, height: 900 };
export const NARROW = { width: 900, height: 700 };

/** The page, services and data that every scene works with. */
export interface Stage {
  readonly page: Page;
  readonly service: SampleService;
  /** Another company's service, with 800 items. */
  readonly second: SampleService;
  readonly core: AppCore;
  readonly data: string;
  /** Photographs a page as it is now, light and dark; by default the tour's page. */
  readonly shoot: (name: string, page?: Page) => Promise<void>;
  /** Takes the picture in a small window, under its own name. */
  readonly shootNarrow: (name: string) => Promise<void>;
  readonly shootBoth: (name: string) => Promise<void>;
}

/**
 * A part of the tour: brings a screen into a state and photographs it. The parts run in order, on one page.
 */
export type Scene = (stage: Stage) => Promise<void>;

/** Refreshes by the keyboard. */
export async function refresh(page: Page): Promise<void> {
  await page.keyboard.press("F5");
}

/** Waits until the page names that state of the connection. */
export async function untilState(page: Page, word: string): Promise<void> {
  await page.getByTestId("sync-state").filter({ hasText: word }).waitFor();
}

/** Closes all messages, so that no later picture shows them. */
export async function dismissMessages(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close this message" });
  while ((await close.count()) > 0) {
    await close.first().click();
    await page.waitForTimeout(300);
  }
}
