import type { Page } from "@playwright/test";

/**
 * Types a text as fast as a good typist does, 60 ms a key. Faster keys and the Enter after them are a scan for the
 * product.
 */
export const typeText = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 60 });
