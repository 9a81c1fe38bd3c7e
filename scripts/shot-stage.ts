import type { Page } from "@playwright/test";
import type { AppCore } from "../electron/hosts/core/app-core.ts";
import type { SampleService } from "../electron/sample-service/index.ts";

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
  /** Takes the picture of what stands there now, light and dark; of the tour's page unless it is another one. */
  readonly shoot: (name: string, page?: Page) => Promise<void>;
  /** Takes the picture in a small window, under a name of its own. */
  readonly shootNarrow: (name: string) => Promise<void>;
  readonly shootBoth: (name: string) => Promise<void>;
}

/** A part of the tour: brings a screen into a state and photographs it. They run in their order, on one page. */
export type Scene = (stage: Stage) => Promise<void>;

/** Refreshes by the keyboard. */
export async function refresh(page: Page): Promise<void> {
  await page.keyboard.press("F5");
}

/** Waits for the word for the connection's state. */
export async function untilState(page: Page, word: string): Promise<void> {
  await page.getByTestId("sync-state").filter({ hasText: word }).waitFor();
}

/** Closes all messages, so that they are in no later picture. */
export async function dismissMessages(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close this message" });
  while ((await close.count()) > 0) {
    await close.first().click();
    await page.waitForTimeout(300);
  }
}
