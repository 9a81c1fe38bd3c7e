import type { Page } from "@playwright/test";

/**
 * Types a text at the speed of a good typist, 60 ms a key. The app would take faster keys and the Enter after
 * them for a scan.
 */
export const typeText = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 60 });
